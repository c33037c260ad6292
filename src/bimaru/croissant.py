"""The description of a data set in Croissant, the vocabulary of ML Commons, for programs that load data sets.

See https://docs.mlcommons.org/croissant/docs/croissant-spec-1.0.html.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import file_digest
from pathlib import Path
from typing import Any, Final

NAME: Final = "croissant.json"
_TERMS: Final = (
    "citeAs column equivalentProperty extract field fileObject fileProperty fileSet format includes "
    "isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace "
    "samplingRate separator source subField transform"
)
"""The terms that have the same name in the vocabulary."""
_CONTEXT: Final[dict[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in _TERMS.split()},
}
"""The context that the specification gives."""
_TYPES: Final = {
    "uint8": "sc:Integer",
    "int16": "sc:Integer",
    "int32": "sc:Integer",
    "int64": "sc:Integer",
    "double": "sc:Float",
    "string": "sc:Text",
}
_LIST: Final = re.compile(r"(?:fixed_size_)?list<\w+: (\w+)>.*")


def write_description(
    directory: Path, files: Mapping[str, str], columns: Any, *, title: str, licence: str | None, summary: str
) -> None:
    """Write the description of the tables `files`, paths in the directory by the names of their splits, whose
    `columns` are a schema of Arrow."""
    data = {
        "@context": dict(sorted(_CONTEXT.items())),
        "@type": "sc:Dataset",
        "name": title,
        "description": summary,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        **({"license": licence} if licence else {}),
        "distribution": [_file(directory, split, path) for split, path in files.items()],
        "recordSet": [
            {"@type": "cr:RecordSet", "@id": split, "name": split, "field": [*_fields(split, columns)]}
            for split in files
        ],
    }
    (directory / NAME).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8", newline="\n")


def _file(directory: Path, split: str, path: str) -> dict[str, str]:
    with (directory / path).open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    return {
        "@type": "cr:FileObject",
        "@id": f"{split}-file",
        "name": f"{split}-file",
        "contentUrl": path,
        "encodingFormat": "application/x-parquet",
        "sha256": digest,
    }


def _fields(split: str, columns: Any) -> Iterator[dict[str, Any]]:
    """The fields of the columns that are numbers, text, or lists of them."""
    for column in columns:
        entries = _LIST.fullmatch(str(column.type))
        kind = entries[1] if entries else str(column.type)
        if kind not in _TYPES:
            continue
        yield {
            "@type": "cr:Field",
            "@id": f"{split}/{column.name}",
            "name": column.name,
            "dataType": _TYPES[kind],
            **({"repeated": True} if entries else {}),
            "source": {"fileObject": {"@id": f"{split}-file"}, "extract": {"column": column.name}},
        }
