"""Writes src/pmtrading/models.py and src/pmtrading/_operations.py from docs/openapi.json.

`npm run python` writes both. `--check` writes nothing, prints what would change, and fails if a file is not current.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from difflib import unified_diff
from pathlib import Path
from typing import Any

from operations import operations_module

HERE = Path(__file__).resolve().parent.parent
DOCUMENT = HERE.parent.parent / "docs" / "openapi.json"
PACKAGE = HERE / "src" / "pmtrading"
HEADER = '"""Made by scripts/generate.py from docs/openapi.json. Do not edit."""\n'


def main() -> int:
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    texts = {
        PACKAGE / "models.py": models_module(document),
        PACKAGE / "_operations.py": formatted(HEADER + "\n" + operations_module(document)),
    }
    if "--check" not in sys.argv[1:]:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        return 0
    changes = [line for path, text in texts.items() for line in difference(path, text)]
    if changes:
        print("The generated modules are not current: run `npm run python`, or `git apply` this difference.", file=sys.stderr)
        print("\n".join(changes), file=sys.stderr)
    return 1 if changes else 0


def difference(path: Path, text: str) -> list[str]:
    """Returns a patch that makes the file current."""
    name = path.relative_to(HERE.parent.parent).as_posix()
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return list(unified_diff(before, text.splitlines(), f"a/{name}", f"b/{name}", lineterm=""))


def models_module(document: dict[str, Any]) -> str:
    """Returns the models of all schemas. Numbers are decimals, and enumerations accept values of a later version."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "openapi.json", Path(folder) / "models.py"
        schemas = {"openapi": "3.1.0", "info": {"title": "models", "version": "1"}, "paths": {}}
        components = {"schemas": decimals(document["components"]["schemas"])}
        source.write_text(json.dumps({**schemas, "components": components}), encoding="utf-8")
        options = [
            "--input-file-type=openapi",
            "--output-model-type=pydantic_v2.BaseModel",
            "--base-class=pmtrading._model.Model",
            "--target-python-version=3.10",
            "--use-standard-collections",
            "--use-union-operator",
            "--use-annotated",
            "--use-subclass-enum",
            "--use-title-as-name",
            "--use-schema-description",
            "--use-field-description",
            "--use-default-kwarg",
            "--use-type-alias",
            "--collapse-reuse-models",
            "--enum-field-as-literal=one",
            "--set-default-enum-member",
            "--capitalise-enum-members",
            "--disable-timestamp",
            "--formatters=builtin",
        ]
        command = [sys.executable, "-m", "datamodel_code_generator", f"--input={source}", f"--output={made}", *options]
        subprocess.run(command, check=True)
        text = made.read_text(encoding="utf-8")
    text = re.sub(r"\A(#.*\n|\n)+", "", text)
    text = text.replace("(str, Enum)", "(OpenEnum)").replace("from enum import Enum\n", "")
    text = text.replace("from pmtrading._model import Model\n", "from pmtrading._model import Model, OpenEnum\n")
    return formatted(HEADER + "\n" + text)


def decimals(value: Any) -> Any:
    """Returns the schema with each number as a decimal and each id as text, without the bounds, which the service checks.

    A field that may be null may be absent, as from a service that does not know the field yet.
    """
    if isinstance(value, list):
        return [decimals(item) for item in value]
    if not isinstance(value, dict):
        return value
    bounds = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "examples")
    lengths = ("minLength", "maxLength", "minItems", "maxItems")
    kept = {name: decimals(item) for name, item in value.items() if name not in bounds + lengths}
    if isinstance(value.get("properties"), dict):
        required = [name for name in value.get("required", []) if not is_nullable(value["properties"].get(name, {}))]
        kept = {**{name: item for name, item in kept.items() if name != "required"}, **({"required": required} if required else {})}
    kind = value.get("type")
    if kind == "number" or (isinstance(kind, list) and "number" in kind):
        kept["format"] = "decimal"
    elif kept.get("format") == "uuid":
        del kept["format"]
    return kept


def is_nullable(schema: dict[str, Any]) -> bool:
    kinds = schema.get("type", [])
    parts = [*schema.get("oneOf", []), *schema.get("anyOf", [])]
    return "null" in (kinds if isinstance(kinds, list) else [kinds]) or any(is_nullable(part) for part in parts)


def formatted(text: str) -> str:
    """Returns the text as ruff formats it."""
    for command in (["check", "--fix-only", "--select=I,F401,UP", "--quiet", "-"], ["format", "--quiet", "-"]):
        named = [*command[:-1], "--stdin-filename=src/pmtrading/made.py", "-"]
        done = subprocess.run([sys.executable, "-m", "ruff", *named], input=text, capture_output=True, text=True, check=True, cwd=HERE)
        text = done.stdout
    return text


if __name__ == "__main__":
    sys.exit(main())
