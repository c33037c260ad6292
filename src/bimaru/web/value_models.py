"""Models of the JSON of values, with the keys, types and descriptions that stand at the types themselves."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from itertools import pairwise
from types import UnionType
from typing import Any, Optional, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, Field, create_model

from bimaru.generation.recipe import OF_THE_SIZE
from bimaru.json_values import keys_of

Model = TypeVar("Model", bound=BaseModel)


class ValueModels:
    """Makes a model of each type once. `known`: the JSON of types that do not declare it by attributes."""

    def __init__(self, known: Mapping[Any, Any]) -> None:
        self._models: dict[Any, Any] = dict(known)

    def model(self, cls: type) -> Any:
        """The model of the JSON of a type, or what is known of it."""
        if cls not in self._models:
            self._models[cls] = cls.__name__  # until it is made: a type may contain itself
            text = for_json(str(inspect.getdoc(cls)).partition("\n\n")[0])
            self._models[cls] = create_model(cls.__name__, __doc__=text, **self._keys(cls))
        return self._models[cls]

    def like(self, cls: type) -> Callable[[type[Model]], type[Model]]:
        """A decorator of models: adds the keys of a type, and descriptions to those that are there."""

        def extended(model: type[Model]) -> type[Model]:
            keys = self._keys(cls)
            for name, field in model.model_fields.items():
                if name in keys and field.description is None:
                    field.description = keys[name][1].description
            more = {name: key for name, key in keys.items() if name not in model.model_fields}
            return create_model(model.__name__, __base__=model, __doc__=model.__doc__, **more)

        return extended

    def _keys(self, cls: type) -> dict[str, Any]:
        """The keys of the JSON of a type, as `create_model` takes them."""
        types, described = get_type_hints(cls), field_docstrings(cls)
        found: dict[str, Any] = {}
        for key, name, is_optional in keys_of(cls):
            if isinstance(shown := getattr(cls, name, None), property):
                types[name] = get_type_hints(shown.fget)["return"]
                described[name] = for_json(str(shown.__doc__))
            kind = str | None if name in getattr(cls, "TEXTS", ()) else self._in_json(types[name])
            default: Any = ... if not is_optional else [] if get_origin(kind) is list else None
            kind = Optional[kind] if default is None else kind  # noqa: UP045  # of a value
            found[key] = (kind, Field(default, description=described.get(name)))
        return found

    def _in_json(self, kind: Any) -> Any:
        """The type in JSON of an attribute."""
        if kind in self._models or is_dataclass(kind):
            return self.model(kind)
        if get_origin(kind) is tuple and get_args(kind)[-1] is ...:
            return list[self._in_json(get_args(kind)[0])]  # type: ignore[misc]  # known only here
        if get_origin(kind) is UnionType:
            return Union[tuple(map(self._in_json, get_args(kind)))]  # noqa: UP007  # of a tuple
        return kind


def described_by(cls: Any) -> Callable[[type[Model]], type[Model]]:
    """A decorator of models: adds the docstrings of the fields of a type as descriptions and, of a dataclass,
    their defaults."""

    def described(model: type[Model]) -> type[Model]:
        texts = field_docstrings(cls)
        defaults = {field.name: field.default for field in (fields(cls) if is_dataclass(cls) else ())}
        for name, field in model.model_fields.items():
            field.description = field.description or texts.get(name)
            if name in defaults:
                field.default = _default_in_json(defaults[name])
        model.model_rebuild(force=True)
        return model

    return described


def _default_in_json(value: object) -> object:
    if value is OF_THE_SIZE:
        return None
    if isinstance(value, tuple):
        return [*value]
    return value if value is None or isinstance(value, str | int) else str(value)


def field_docstrings(cls: type) -> dict[str, str]:
    """The docstrings of the fields of a class, for JSON. Python does not keep them; of a compiled class there
    are none."""
    try:
        (definition,) = ast.parse(inspect.getsource(cls)).body
    except OSError:
        return {}
    return {
        ast.unparse(field.target): for_json(ast.literal_eval(text.value))
        for field, text in pairwise(definition.body if isinstance(definition, ast.ClassDef) else ())
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr)
    }


def for_json(text: str) -> str:
    """A docstring on one line, in the words of JSON."""
    return " ".join(text.split()).replace("`None`", "null")
