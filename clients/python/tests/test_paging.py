"""Iterators over lists that have pages, at a service that gives two rows on a page."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone
from inspect import Parameter, signature
from types import SimpleNamespace
from typing import Any

import pytest

from pmtrading._call import Call
from pmtrading._operations import AsyncOperations, Operations

PAGE = 2
NEWEST = datetime(2026, 11, 21, 9, 30, tzinfo=timezone.utc)
ROWS = [SimpleNamespace(number=number, timestamp=NEWEST - timedelta(seconds=number)) for number in range(5)]
ITERATORS = [name for name in dir(Operations) if name.startswith("iter_")]


def walk(client: object, name: str) -> Any:
    """Calls an iterator, with a 1 for each argument that it needs."""
    method = getattr(client, name)
    needed = [one for one in signature(method).parameters.values() if one.default is Parameter.empty]
    return method(**{one.name: 1 for one in needed})


class Page(SimpleNamespace):
    """An answer that has the fields of all lists."""

    def __getattr__(self, name: str) -> Any:
        return self.rows


class Pages:
    """Answers lists as the service does."""

    asked = 0

    def page(self, call: Call[Any]) -> Any:
        self.asked += 1
        start = self._start(call.query)
        rows, end = ROWS[start : start + PAGE], start + PAGE
        more = end < len(ROWS)
        return Page(
            rows=rows,
            complex_orders=SimpleNamespace(conditional_orders=rows[:1], twap_orders=rows[1:]),
            subaccount_to_fills=[SimpleNamespace(fills=rows[:1]), SimpleNamespace(fills=rows[1:])],
            subaccount_to_positions=[SimpleNamespace(positions=rows[:1]), SimpleNamespace(positions=rows[1:])],
            has_more=more,
            next_cursor=str(end) if more else None,
            cursor=str(end),
        )

    @staticmethod
    def _start(query: Any) -> int:
        before = query.get("before")
        if before is not None:
            return sum(row.timestamp >= before for row in ROWS)
        return int(query.get("cursor") or query.get("after") or query.get("offset") or 0)


class Blocking(Pages, Operations):
    def _call(self, call: Call[Any]) -> Any:
        return self.page(call)


class Awaiting(Pages, AsyncOperations):
    async def _call(self, call: Call[Any]) -> Any:
        return self.page(call)


@pytest.mark.parametrize("name", ITERATORS)
def test_each_row_of_all_pages_comes_once(name: str) -> None:
    client = Blocking()
    assert [row.number for row in walk(client, name)] == [0, 1, 2, 3, 4]
    assert client.asked == 3


@pytest.mark.parametrize("name", ITERATORS)
def test_the_async_client_has_the_same_iterators(name: str) -> None:
    async def walked() -> list[int]:
        return [row.number async for row in walk(Awaiting(), name)]

    assert asyncio.run(walked()) == [0, 1, 2, 3, 4]


def test_a_page_is_read_if_its_rows_are_needed() -> None:
    client = Blocking()
    rows = client.iter_orders()
    next(rows), next(rows)
    assert client.asked == 1
