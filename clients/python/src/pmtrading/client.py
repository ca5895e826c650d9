"""The clients: every operation of the service, waits, lists and streams."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from types import TracebackType
from typing import TypeVar

import httpx

from . import _plans
from ._call import Answer, Call, Lost
from ._operations import AsyncOperations, Operations, order_call
from ._plans import OnChange, Plan, Timing
from ._settings import settings
from ._stream_state import StreamState
from ._version import VersionGuard
from .models import OrderWithFills
from .stream import AsyncStream, Stream

T = TypeVar("T")

TIMEOUT_S = 35.0
"""No answer of the service takes as long."""
RETRIES = 2


class TradingClient(Operations):
    """A client that blocks. Threads may share it. Close it, or use it in a `with` block.

    Without arguments it reads `TRADING_URL` and `TRADING_KEY`, else the profile of `pmt login`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        profile: str | None = None,
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._settings = settings(base_url, api_key, profile)
        self._retries = retries
        self._guard = VersionGuard()
        headers = {"x-api-key": self._settings.api_key}
        self._http = httpx.Client(base_url=self._settings.base_url, headers=headers, timeout=timeout, transport=transport)

    @property
    def subaccount_id(self) -> str | None:
        """Subaccount of `TRADING_SUBACCOUNT`, `SUBACCOUNT_ID` or the profile."""
        return self._settings.subaccount_id

    def wait_for_order(
        self, order_id: str, *, timeout: float = 60.0, every: float = 0.5, on_change: OnChange | None = None
    ) -> OrderWithFills:
        """Waits until the order has ended and its fills are complete. Raises `OrderNotEndedError` after `timeout` seconds."""
        return self._run(_plans.wait_for_order(order_id, order_call(order_id), Timing(timeout, every), on_change))

    def stream(self, channels: Iterable[str], *, after: str | None = None) -> Stream:
        """Opens a stream of `orders`, `fills`, `complex_orders`, `positions`, `subaccounts`, or `quotes:<svc_id>`, `book:<svc_id>`,
        `trades:<svc_id>`.

        It begins now, or after a cursor. Iterate over it.
        """
        return Stream(lambda: self.get_health().stream_url, StreamState(self._settings.api_key, channels, after))

    def close(self) -> None:
        self._http.close()

    def _call(self, call: Call[T]) -> T:
        return self._run(_plans.send(call, self._retries, self._guard))

    def _run(self, plan: Plan[T]) -> T:
        outcome: Answer | Lost | None = None
        while True:
            try:
                effect = plan.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            if isinstance(effect, _plans.Send):
                outcome = self._send(effect.call)
            else:
                time.sleep(effect.seconds)
                outcome = None

    def _send(self, call: Call[T]) -> Answer | Lost:
        try:
            answer = self._http.request(call.method, call.path, params=call.params(), content=call.content(), headers=call.headers())
        except httpx.RequestError as error:
            return Lost(error)
        return Answer(answer.status_code, answer.headers, answer.content)

    def __enter__(self) -> TradingClient:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"TradingClient({self._settings.base_url!r})"


class AsyncTradingClient(AsyncOperations):
    """`TradingClient` for asyncio. Close it, or use it in an `async with` block."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        profile: str | None = None,
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = settings(base_url, api_key, profile)
        self._retries = retries
        self._guard = VersionGuard()
        headers = {"x-api-key": self._settings.api_key}
        self._http = httpx.AsyncClient(base_url=self._settings.base_url, headers=headers, timeout=timeout, transport=transport)

    @property
    def subaccount_id(self) -> str | None:
        """Subaccount of `TRADING_SUBACCOUNT`, `SUBACCOUNT_ID` or the profile."""
        return self._settings.subaccount_id

    async def wait_for_order(
        self, order_id: str, *, timeout: float = 60.0, every: float = 0.5, on_change: OnChange | None = None
    ) -> OrderWithFills:
        """Waits until the order has ended and its fills are complete. Raises `OrderNotEndedError` after `timeout` seconds."""
        plan = _plans.wait_for_order(order_id, order_call(order_id), Timing(timeout, every), on_change)
        return await self._run(plan)

    def stream(self, channels: Iterable[str], *, after: str | None = None) -> AsyncStream:
        """Opens a stream of `orders`, `fills`, `complex_orders`, `positions`, `subaccounts`, or `quotes:<svc_id>`, `book:<svc_id>`,
        `trades:<svc_id>`.

        It begins now, or after a cursor. Iterate over it.
        """

        async def address() -> str:
            return (await self.get_health()).stream_url

        return AsyncStream(address, StreamState(self._settings.api_key, channels, after))

    async def close(self) -> None:
        await self._http.aclose()

    async def _call(self, call: Call[T]) -> T:
        return await self._run(_plans.send(call, self._retries, self._guard))

    async def _run(self, plan: Plan[T]) -> T:
        outcome: Answer | Lost | None = None
        while True:
            try:
                effect = plan.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            if isinstance(effect, _plans.Send):
                outcome = await self._send(effect.call)
            else:
                await asyncio.sleep(effect.seconds)
                outcome = None

    async def _send(self, call: Call[T]) -> Answer | Lost:
        try:
            answer = await self._http.request(call.method, call.path, params=call.params(), content=call.content(), headers=call.headers())
        except httpx.RequestError as error:
            return Lost(error)
        return Answer(answer.status_code, answer.headers, answer.content)

    async def __aenter__(self) -> AsyncTradingClient:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncTradingClient({self._settings.base_url!r})"
