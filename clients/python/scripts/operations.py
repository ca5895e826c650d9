"""Writes the methods of both clients: one for each operation of the document, and one that walks through each list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

LEFT_OUT = frozenset({"openStream", "callMcp", "getOpenapi", "takeAlert"})
"""The stream and the tools of agents have clients of their own, the document is for generators, and alerts come without a key."""

FOLLOW = {
    "cursor": ["at = page.next_cursor", "if at is None:", "    return"],
    "after": ["at = page.cursor", "if not page.has_more:", "    return"],
    "before": ["if not page.has_more or not items:", "    return", "at = items[-1].timestamp"],
    "offset": ["at += len(items)", "if not page.has_more or not items:", "    return"],
}
"""The step to the next page, by the parameter that continues. The first that a list has is used."""

PREAMBLE = '''
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime
from types import NoneType
from typing import Any, TypeVar

from . import models as m
from ._call import Call, in_path, new_key

T = TypeVar("T")


def order_call(order_id: str) -> Call[m.OrderWithFills]:
    """Returns the request that reads one order."""
    return Call("GET", f"/v1/orders/{in_path(order_id)}", m.OrderWithFills)
'''


@dataclass(frozen=True)
class Parameter:
    name: str
    type: str
    place: str
    required: bool


@dataclass(frozen=True)
class Items:
    """The rows of a page: an expression, and the type of one."""

    rows: str
    type: str


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    text: str
    reply: str
    body: str | None
    body_required: bool
    parameters: tuple[Parameter, ...]
    keyed: bool
    items: Items | None

    @property
    def name(self) -> str:
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.id).lower()

    def of_place(self, place: str) -> list[Parameter]:
        return [parameter for parameter in self.parameters if parameter.place == place]


def operations_module(document: dict[str, Any]) -> str:
    operations = [
        operation_of(document, path, method, found)
        for path, methods in document["paths"].items()
        for method, found in methods.items()
        if method in ("get", "post", "put", "patch", "delete") and found["operationId"] not in LEFT_OUT and is_json(found)
    ]
    return PREAMBLE + client_class(operations, is_async=False) + client_class(operations, is_async=True)


def success(found: dict[str, Any]) -> dict[str, Any]:
    return next(answer for status, answer in found["responses"].items() if status.startswith("2"))


def is_json(found: dict[str, Any]) -> bool:
    """False for pages and scripts."""
    good = [answer for status, answer in found["responses"].items() if status.startswith("2")]
    return any("content" not in answer or "application/json" in answer["content"] for answer in good)


def operation_of(document: dict[str, Any], path: str, method: str, found: dict[str, Any]) -> Operation:
    named = [resolved(document, parameter) for parameter in found.get("parameters", [])]
    body = found.get("requestBody")
    return Operation(
        id=found["operationId"],
        method=method.upper(),
        path=path,
        text=docstring(found),
        reply=reply_type(found),
        body=None if body is None else type_of(body["content"]["application/json"]["schema"]),
        body_required=body is not None and body.get("required", False),
        parameters=tuple(
            Parameter(item["name"], query_type_of(item["schema"]), item["in"], item.get("required", False))
            for item in named
            if item["in"] in ("path", "query")
        ),
        keyed=any(item["name"].lower() == "idempotency-key" for item in named),
        items=items_of(document, found) if method == "get" else None,
    )


def resolved(document: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in value:
        return value
    found: Any = document
    for part in value["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return dict(found)


def type_of(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"m.{str(schema['$ref']).rpartition('/')[2]}"
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return " | ".join(type_of(item) for item in schema[union])
    kind = schema.get("type")
    if kind == "array":
        return f"list[{type_of(schema['items'])}]"
    if kind == "string" and schema.get("format") == "date-time":
        return "datetime"
    return {"string": "str", "integer": "int", "boolean": "bool", "number": "float", "null": "None"}.get(str(kind), "Any")


def query_type_of(schema: dict[str, Any]) -> str:
    """Returns the type of a parameter. The text of an enumeration is as good as its member."""
    if schema.get("type") == "array":
        return f"Sequence[{query_type_of(schema['items'])}]"
    return f"{type_of(schema)} | str" if "$ref" in schema else type_of(schema)


def reply_type(found: dict[str, Any]) -> str:
    good = success(found)
    return type_of(good["content"]["application/json"]["schema"]) if "content" in good else "None"


def docstring(found: dict[str, Any]) -> str:
    description = found.get("description", "")
    paragraphs = [f"{found['summary']}.", *(part for part in description.split("\n\n") if part)]
    return "\n\n".join(paragraphs).replace("\\", "\\\\").replace('"""', "'''")


def client_class(operations: list[Operation], *, is_async: bool) -> str:
    word = "async " if is_async else ""
    lines = [
        "",
        "",
        f"class {'Async' if is_async else ''}Operations:",
        '    """Operations of the service, one method for each."""',
        "",
        f"    {word}def _call(self, call: Call[T]) -> T:",
        "        raise NotImplementedError",
    ]
    for operation in operations:
        lines += ["", *method_of(operation, is_async)]
        if operation.items is not None:
            lines += ["", *iterator_of(operation, operation.items, is_async)]
    return "\n".join(lines) + "\n"


def method_of(operation: Operation, is_async: bool) -> list[str]:
    call = [
        repr(operation.method),
        path_text(operation),
        "NoneType" if operation.reply == "None" else operation.reply,
    ]
    query = operation.of_place("query")
    if query:
        call.append("query={" + ", ".join(f'"{item.name}": {item.name}' for item in query) + "}")
    if operation.body is not None:
        call.append("body=body")
    if operation.keyed:
        call.append("key=idempotency_key or new_key()")
    word, wait = ("async ", "await ") if is_async else ("", "")
    return [
        f"    {word}def {operation.name}(self, {', '.join(arguments(operation))}) -> {operation.reply}:",
        quoted(operation.text),
        f"        {'' if operation.reply == 'None' else 'return '}{wait}self._call(Call({', '.join(call)}))",
    ]


def path_text(operation: Operation) -> str:
    text = re.sub(r"\{(\w+)\}", r"{in_path(\1)}", operation.path)
    return f'f"{text}"' if "{" in text else f'"{text}"'


def arguments(operation: Operation, without: frozenset[str] = frozenset()) -> list[str]:
    fixed = [f"{item.name}: {item.type}" for item in operation.of_place("path")]
    if operation.body is not None:
        fixed.append(f"body: {operation.body}" if operation.body_required else f"body: {operation.body} | None = None")
    query = [item for item in operation.of_place("query") if item.name not in without]
    named = [f"{item.name}: {item.type}" for item in query if item.required]
    named += [f"{item.name}: {item.type} | None = None" for item in query if not item.required]
    if operation.keyed:
        named.append("idempotency_key: str | None = None")
    return fixed + (["*", *named] if named else [])


def quoted(text: str) -> str:
    lines = text.split("\n")
    if len(lines) == 1:
        return f'        """{text}"""'
    rest = "\n".join(f"        {line}" if line else "" for line in lines[1:])
    return f'        """{lines[0]}\n{rest}\n        """'


def items_of(document: dict[str, Any], found: dict[str, Any]) -> Items | None:
    """Returns the items of a list that has pages; None for other answers."""
    if not is_json(found) or "content" not in success(found):
        return None
    reply = properties(document, success(found)["content"]["application/json"]["schema"])
    names = {resolved(document, parameter)["name"] for parameter in found.get("parameters", [])}
    if "has_more" not in reply or names.isdisjoint(FOLLOW):
        return None
    for name, value in reply.items():
        lists = lists_in(properties(document, value))
        if "$ref" in value and lists:
            # Kinds beside each other, such as conditional orders and TWAPs.
            kinds = dict.fromkeys(type_of(item) for item in lists.values())
            return Items(f"[{', '.join(f'*page.{name}.{one}' for one in lists)}]", " | ".join(kinds))
        if value.get("type") == "array" and name.startswith("subaccount_to_"):
            group = properties(document, value["items"])
            field, item = next(iter(lists_in(group).items()))
            return Items(f"[item for group in page.{name} for item in group.{field}]", type_of(item))
        if value.get("type") == "array" and "$ref" in value["items"]:
            return Items(f"page.{name}", type_of(value["items"]))
    return None


def lists_in(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value["items"] for name, value in fields.items() if value.get("type") == "array" and "$ref" in value["items"]}


def properties(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    return dict(resolved(document, schema).get("properties", {}))


def iterator_of(operation: Operation, items: Items, is_async: bool) -> list[str]:
    names = [parameter.name for parameter in operation.of_place("query")]
    by = next(name for name in FOLLOW if name in names)
    hidden = frozenset({"offset"}) if by == "cursor" else frozenset()
    start = f"{by} or 0" if by == "offset" else by
    passed = [parameter.name for parameter in operation.of_place("path")]
    passed += [f"{name}={name}" for name in names if name != by and name not in hidden]
    word, wait, kind = ("async ", "await ", "AsyncIterator") if is_async else ("", "", "Iterator")
    name = re.sub(r"^[a-z]+_", "iter_", operation.name)
    each = ["            for item in items:", "                yield item"] if is_async else ["            yield from items"]
    moving = " A row may be missing or come twice if rows are added meanwhile." if by == "offset" else ""
    return [
        f"    {word}def {name}(self, {', '.join(arguments(operation, hidden))}) -> {kind}[{items.type}]:",
        f'        """Returns the items of all pages of `{operation.name}`. `limit` is the size of a page.{moving}"""',
        f"        at = {start}",
        "        while True:",
        f"            page = {wait}self.{operation.name}({', '.join([*passed, f'{by}=at'])})",
        f"            items = {items.rows}",
        *each,
        *(f"            {line}" for line in FOLLOW[by]),
    ]
