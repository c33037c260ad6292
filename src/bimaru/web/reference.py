"""The API reference as a page without scripts, rendered from the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final, TypeAlias

Node: TypeAlias = Mapping[str, Any]

_OK: Final = "200"
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""


def page(document: Node) -> str:
    """The page for an OpenAPI document."""
    info = document["info"]
    parts = [
        f"<p>{_text(info['description'])}</p>",
        '<p>The same for programs: <a href="openapi.json">openapi.json</a>.</p>',
        "<h2>Operations</h2>",
        *_operations(document["paths"]),
        "<h2>Errors</h2>",
        _table("Statuses", map(_status, _errors(document["paths"]).items())),
        "<h2>Types</h2>",
        *_schemas(document["components"]["schemas"]),
    ]
    return _PAGE.format(title=escape(f"The API of {info['title']} {info['version']}"), body="\n".join(parts))


def _operations(paths: Node) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield f"<h3><code>{escape(method.upper())} {escape(path)}</code></h3>"
            yield f"<p>{_text(operation.get('description', ''))}</p>"
            if body := operation.get("requestBody"):
                yield f"<p>Body: {_content(body)}.</p>"
            yield f"<p>Answer: {_content(operation['responses'].get(_OK, {}))}.</p>"
            yield _table("Options", map(_option, operation.get("parameters", ())))


def _errors(paths: Node) -> Node:
    """The error responses by status."""
    operations = (operation for methods in paths.values() for operation in methods.values())
    return {
        status: response
        for operation in operations
        for status, response in operation["responses"].items()
        if status != _OK
    }


def _option(parameter: Node) -> tuple[str, str, str]:
    return (_code(parameter["name"]), _kind(parameter["schema"]), _details(parameter["schema"]))


def _status(item: tuple[str, Node]) -> tuple[str, str, str]:
    status, response = item
    return (_code(status), _content(response), _text(response["description"]))


def _content(holder: Node) -> str:
    kinds = (
        f"{_kind(content.get('schema', {}))}{'' if media == 'application/json' else f' ({escape(media)})'}"
        for media, content in holder.get("content", {}).items()
    )
    return ", or ".join(kinds)


def _schemas(schemas: Node) -> Iterator[str]:
    for name, schema in sorted(schemas.items()):
        yield f'<h3 id="{escape(name)}"><code>{escape(name)}</code></h3>'
        yield f"<p>{_text(schema.get('description', ''))}</p>"
        required = schema.get("required", ())
        yield _table(
            "Keys", (_key(key, value, required) for key, value in schema.get("properties", {}).items())
        )


def _key(key: str, schema: Node, required: Any) -> tuple[str, str, str]:
    return (_code(key), _kind(schema), ("" if key in required else "Optional. ") + _details(schema))


def _details(schema: Node) -> str:
    """The description of a value, its bounds and default."""
    names = {"minimum": "At least", "maximum": "At most", "default": "Default"}
    bounds = [f"{name} {_code(schema[key])}." for key, name in names.items() if schema.get(key) is not None]
    return " ".join([_text(schema.get("description", "")), *bounds]).strip()


def _kind(schema: Node) -> str:
    """The type of a value in a few words, with links to named types."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(map(_code, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if isinstance(each := schema.get("additionalProperties"), Mapping):
        return f"object of {_kind(each)}"
    return escape(str(schema.get("type", "anything")))


def _table(caption: str, rows: Iterator[tuple[str, str, str]]) -> str:
    body = "".join(
        f'<tr><th scope="row">{name}</th><td>{kind}</td><td>{text}</td></tr>\n' for name, kind, text in rows
    )
    return f"<table>\n<caption>{caption}</caption>\n{body}</table>" if body else ""


def _code(value: object) -> str:
    return f"<code>{escape(str(value))}</code>"


def _text(markdown: str) -> str:
    """Text with `code` in it."""
    parts = escape(markdown).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
