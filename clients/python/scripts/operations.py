"""Writes the methods of both clients: one for each operation of the document, and one that walks through each list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

LEFT_OUT = frozenset({"openStream", "callMcp", "getOpenapi"})
"""The stream and the tools of agents have clients of their own; the document is for generators."""

ITEMS = {
    "listOrders": ("orders", "Order"),
    "listFills": ("fills", "Fill"),
    "listDeliveries": ("deliveries", "WebhookDelivery"),
    "listRedemptions": ("redemptions", "Redemption"),
    "searchMarkets": ("results", "Market"),
    "listEvents": ("events", "Event"),
    "listChanges": ("changes", "Change"),
    "listComplexOrders": ("complex_orders", "ComplexOrder"),
    "listPositions": ("positions", "Position"),
    "getTrades": ("trades", "Trade"),
}
"""Lists that have pages: the field with the items, and their type."""

NESTED = {
    "listFills": "[item for group in page.subaccount_to_fills for item in group.fills]",
    "listPositions": "[item for group in page.subaccount_to_positions for item in group.positions]",
    "listComplexOrders": "[*page.complex_orders.conditional_orders, *page.complex_orders.twap_orders]",
}

ITERATORS = {"searchMarkets": "iter_markets", "getTrades": "iter_trades"}

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
    refuse_unlisted_pages(document)
    return PREAMBLE + client_class(operations, is_async=False) + client_class(operations, is_async=True)


def refuse_unlisted_pages(document: dict[str, Any]) -> None:
    """Fails if a list has pages, and `ITEMS` does not name its items."""
    for methods in document["paths"].values():
        found = methods.get("get")
        if found is None or found["operationId"] in LEFT_OUT or not is_json(found):
            continue
        reply = resolved(document, success(found)["content"]["application/json"]["schema"])
        if "has_more" in reply.get("properties", {}) and found["operationId"] not in ITEMS:
            raise SystemExit(f"{found['operationId']} has pages: name its items in ITEMS of scripts/operations.py")


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
        if operation.id in ITEMS:
            lines += ["", *iterator_of(operation, is_async)]
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


def iterator_of(operation: Operation, is_async: bool) -> list[str]:
    field, item = ITEMS[operation.id]
    names = [parameter.name for parameter in operation.of_place("query")]
    by = next(name for name in FOLLOW if name in names)
    hidden = frozenset({"offset"}) if by == "cursor" else frozenset()
    start = f"{by} or 0" if by == "offset" else by
    passed = [parameter.name for parameter in operation.of_place("path")]
    passed += [f"{name}={name}" for name in names if name != by and name not in hidden]
    word, wait, kind = ("async ", "await ", "AsyncIterator") if is_async else ("", "", "Iterator")
    name = ITERATORS.get(operation.id, operation.name.replace("list_", "iter_"))
    each = ["            for item in items:", "                yield item"] if is_async else ["            yield from items"]
    moving = " A row may be missing or come twice if rows are added meanwhile." if by == "offset" else ""
    return [
        f"    {word}def {name}(self, {', '.join(arguments(operation, hidden))}) -> {kind}[m.{item}]:",
        f'        """Returns the items of all pages of `{operation.name}`. `limit` is the size of a page.{moving}"""',
        f"        at = {start}",
        "        while True:",
        f"            page = {wait}self.{operation.name}({', '.join([*passed, f'{by}=at'])})",
        f"            items = {NESTED.get(operation.id, f'page.{field}')}",
        *each,
        *(f"            {line}" for line in FOLLOW[by]),
    ]
