"""Streams that stay: each reconnects after a cut, and continues after the last change that it has reported."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from types import TracebackType

from websockets.asyncio.client import ClientConnection as AsyncSocket
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection as Socket
from websockets.sync.client import connect

from ._stream_state import Gap, Message, StreamState
from .errors import TradingError

PING_EVERY_S = 30.0
MAX_MESSAGE = 4 * 1024 * 1024

__all__ = ["AsyncStream", "Gap", "Message", "Stream"]


class Stream:
    """Iterates over changes and market data. `cursor` continues in a later stream. Close it, or use it in a `with` block."""

    def __init__(self, address: Callable[[], str], state: StreamState, ping_every: float = PING_EVERY_S) -> None:
        self._address = address
        self._state = state
        self._ping_every = ping_every
        self._socket: Socket | None = None
        self._closed = threading.Event()

    @property
    def cursor(self) -> str | None:
        """Cursor of the last reported change."""
        return self._state.cursor

    @property
    def is_live(self) -> bool:
        """True if changes come at once; false from a cut until the channels are subscribed again."""
        return self._state.is_live

    def subscribe(self, channels: Iterable[str]) -> None:
        """Subscribes to these too, now and after each cut."""
        self._send(self._state.subscribe(channels))

    def unsubscribe(self, channels: Iterable[str]) -> None:
        self._send(self._state.unsubscribe(channels))

    def close(self) -> None:
        """Ends the iteration. Any thread may call it."""
        self._closed.set()
        socket = self._socket
        if socket is not None:
            socket.close()

    def __iter__(self) -> Iterator[Message]:
        """Raises `StreamEndedError` if the stream has ended for good."""
        while not self._closed.is_set():
            try:
                yield from self._connection()
            except (OSError, WebSocketException):
                pass
            self._closed.wait(self._state.disconnected())

    def _connection(self) -> Iterator[Message]:
        url = _address_or_lost(self._address)
        with connect(url, ping_interval=None, max_size=MAX_MESSAGE, close_timeout=1) as socket:
            self._socket = socket
            try:
                socket.send(self._state.opened())
                yield from self._messages(socket)
            finally:
                self._socket = None

    def _messages(self, socket: Socket) -> Iterator[Message]:
        ping_at = time.monotonic() + self._ping_every
        while not self._closed.is_set():
            try:
                step = self._state.received(socket.recv(timeout=max(0.0, ping_at - time.monotonic())))
            except TimeoutError:
                ping = self._state.ping()
                if ping is None:
                    return
                socket.send(ping)
                ping_at = time.monotonic() + self._ping_every
                continue
            for text in step.send:
                socket.send(text)
            yield from step.report
            if step.reconnect:
                return

    def _send(self, text: str | None) -> None:
        if text is None or self._socket is None:
            return
        try:
            self._socket.send(text)
        except (OSError, WebSocketException):
            # The channels are subscribed when the connection is made again.
            pass

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class AsyncStream:
    """`Stream` for asyncio: `async with client.stream(...) as stream: async for message in stream`."""

    def __init__(self, address: Callable[[], Awaitable[str]], state: StreamState, ping_every: float = PING_EVERY_S) -> None:
        self._address = address
        self._state = state
        self._ping_every = ping_every
        self._socket: AsyncSocket | None = None
        self._closed = asyncio.Event()

    @property
    def cursor(self) -> str | None:
        """Cursor of the last reported change."""
        return self._state.cursor

    @property
    def is_live(self) -> bool:
        """True if changes come at once; false from a cut until the channels are subscribed again."""
        return self._state.is_live

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Subscribes to these too, now and after each cut."""
        await self._send(self._state.subscribe(channels))

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        await self._send(self._state.unsubscribe(channels))

    async def close(self) -> None:
        """Ends the iteration."""
        self._closed.set()
        if self._socket is not None:
            await self._socket.close()

    async def __aiter__(self) -> AsyncIterator[Message]:
        """Raises `StreamEndedError` if the stream has ended for good."""
        while not self._closed.is_set():
            try:
                async for message in self._connection():
                    yield message
            except (OSError, WebSocketException):
                pass
            try:
                await asyncio.wait_for(self._closed.wait(), self._state.disconnected())
            except (TimeoutError, asyncio.TimeoutError):
                pass

    async def _connection(self) -> AsyncIterator[Message]:
        try:
            url = await self._address()
        except TradingError as error:
            raise ConnectionError("the address of the stream is unknown") from error
        async with connect_async(url, ping_interval=None, max_size=MAX_MESSAGE, close_timeout=1) as socket:
            self._socket = socket
            try:
                await socket.send(self._state.opened())
                async for message in self._messages(socket):
                    yield message
            finally:
                self._socket = None

    async def _messages(self, socket: AsyncSocket) -> AsyncIterator[Message]:
        clock = asyncio.get_running_loop().time
        ping_at = clock() + self._ping_every
        while not self._closed.is_set():
            try:
                step = self._state.received(await asyncio.wait_for(socket.recv(), max(0.0, ping_at - clock())))
            except (TimeoutError, asyncio.TimeoutError):
                ping = self._state.ping()
                if ping is None:
                    return
                await socket.send(ping)
                ping_at = clock() + self._ping_every
                continue
            for text in step.send:
                await socket.send(text)
            for message in step.report:
                yield message
            if step.reconnect:
                return

    async def _send(self, text: str | None) -> None:
        if text is None or self._socket is None:
            return
        try:
            await self._socket.send(text)
        except (OSError, WebSocketException):
            # The channels are subscribed when the connection is made again.
            pass

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()


def _address_or_lost(address: Callable[[], str]) -> str:
    try:
        return address()
    except TradingError as error:
        raise ConnectionError("the address of the stream is unknown") from error
