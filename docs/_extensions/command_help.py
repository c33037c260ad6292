"""The directive `command-help`: a section for every command, with the text of its `--help`."""

from collections.abc import Iterator
from importlib import import_module
from typing import Final

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

WIDTH: Final = 80


class CommandHelp(SphinxDirective):
    """The help of the click command `module:name`, which users call by the second argument."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """A section for the command, and one for each of its subcommands."""
        module, _, name = self.arguments[0].partition(":")
        command = getattr(import_module(module), name)
        return [_section(context) for context in _contexts(command, self.arguments[1])]


def _contexts(
    command: click.Command, name: str, parent: click.Context | None = None
) -> Iterator[click.Context]:
    """The command, then its subcommands in the order in which it lists them."""
    settings = command.context_settings | {"terminal_width": WIDTH, "max_content_width": WIDTH}
    context = click.Context(command, info_name=name, parent=parent, **settings)
    yield context
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            if found is not None:
                yield from _contexts(found, each, context)


def _section(context: click.Context) -> nodes.section:
    path, help_text = context.command_path, context.get_help()
    section = nodes.section(ids=[nodes.make_id(path)])
    section += nodes.title(path, path)
    section += nodes.literal_block(help_text, help_text, language="text")
    return section


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
