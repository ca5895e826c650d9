"""The rules of a stream, without a socket: reads messages, and says what to send and report."""

from __future__ import annotations

import json
import random
import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from . import models
from ._call import parsed
from .errors import StreamEndedError, UnexpectedReplyError

FIRST_WAIT_S = 0.25
LONGEST_WAIT_S = 15.0
TOO_FAST_WAIT_S = 1.0
REMEMBERED = 10_000
"""Objects whose last event is remembered."""
REMEMBERED_TRADES = 500
"""Trades of one channel whose ids are remembered."""

OF_MARKETS = re.compile(r"(quotes|book|trades):")
MARKET_TYPES = frozenset({"quote", "book", "trades"})
FINAL = frozenset({"unauthenticated", "key_revoked", "unknown_channel", "not_found", "too_many_channels", "bad_message"})
"""Another attempt would end alike. After anything else the connection is made again."""


@dataclass(frozen=True)
class Gap:
    """Changes are missing, because they are not stored any more, or one is too large: read the lists. The stream continues."""

    code: str
    detail: str


Message: TypeAlias = models.StreamChange | models.StreamQuote | models.StreamBook | models.StreamTrades | Gap


@dataclass
class Step:
    """Consequences of a message."""

    send: list[str] = field(default_factory=list)
    report: list[Message] = field(default_factory=list)
    reconnect: bool = False


class StreamState:
    """Channels, cursor and memory of a stream. Each event is reported once, in order."""

    def __init__(self, key: str, channels: Iterable[str], after: str | None) -> None:
        self._key = key
        self.channels = list(dict.fromkeys(channels))
        self.cursor = after
        self.is_live = False
        self._is_ready = False
        self._wait = FIRST_WAIT_S
        self._is_answered = True
        self._sequences: OrderedDict[str, int] = OrderedDict()
        self._trades: dict[str, OrderedDict[str, None]] = {}
        self._words: dict[str, str | None] = {}

    def opened(self) -> str:
        """Returns the first message of a connection."""
        self._is_ready = self.is_live = False
        self._is_answered = True
        return json.dumps({"op": "auth", "key": self._key})

    def disconnected(self) -> float:
        """Returns after how many seconds to connect again."""
        self._is_ready = self.is_live = False
        wait = self._wait * random.uniform(0.5, 1.0)
        self._wait = min(LONGEST_WAIT_S, self._wait * 2)
        return wait

    def ping(self) -> str | None:
        """Returns a ping; None if the last one or the subscription has no answer, so that the connection is lost."""
        if not (self._is_answered and self.is_live):
            return None
        self._is_answered = False
        return json.dumps({"op": "ping"})

    def subscribe(self, channels: Iterable[str]) -> str | None:
        """Returns the message to send now, if the connection is ready."""
        more = [channel for channel in dict.fromkeys(channels) if channel not in self.channels]
        self.channels.extend(more)
        return json.dumps({"op": "subscribe", "channels": more}) if self._is_ready and more else None

    def unsubscribe(self, channels: Iterable[str]) -> str | None:
        fewer = [channel for channel in dict.fromkeys(channels) if channel in self.channels]
        self.channels = [channel for channel in self.channels if channel not in fewer]
        return json.dumps({"op": "unsubscribe", "channels": fewer}) if self._is_ready and fewer else None

    def received(self, text: str | bytes) -> Step:
        """Reads one message. Raises `StreamEndedError` if the stream has ended for good."""
        self._is_answered = True
        message = parsed(text)
        if not isinstance(message, dict) or "op" not in message:
            # The gateway answers in place of the service: the request has not been carried out.
            return Step(reconnect=True)
        op = message["op"]
        if op == "ready":
            self._is_ready = True
            return self._subscribe_all()
        if op == "event":
            return Step(report=self._events(message))
        if op == "error":
            return self._refused(str(message.get("code")), str(message.get("detail")))
        if op == "closed":
            return self._refused(str(message.get("reason")), str(message.get("detail")))
        if op in ("subscribed", "pong"):
            self.cursor = message.get("cursor", self.cursor)
            self._wait = FIRST_WAIT_S
            self.is_live = self.is_live or op == "subscribed"
        return Step()

    def _subscribe_all(self) -> Step:
        if not self.channels:
            self.is_live = True
            return Step()
        of_changes = any(not OF_MARKETS.match(channel) for channel in self.channels)
        after = {"after": self.cursor} if self.cursor is not None and of_changes else {}
        return Step(send=[json.dumps({"op": "subscribe", "channels": self.channels, **after})])

    def _refused(self, code: str, detail: str) -> Step:
        if code in FINAL:
            raise StreamEndedError(code, detail)
        if code == "change_too_large":
            return Step(report=[Gap(code, detail)])
        if code == "cursor_expired":
            self.cursor = None
            return Step(send=self._subscribe_all().send, report=[Gap(code, detail)])
        if code == "too_many_requests":
            self._wait = max(self._wait, 2 * TOO_FAST_WAIT_S)
            return Step(reconnect=True)
        return Step()

    def _events(self, message: dict[str, Any]) -> list[Message]:
        kind = message.get("type")
        if kind in MARKET_TYPES:
            # A message that was under way when its channel was left.
            return self._market_events(message) if message.get("channel") in self.channels else []
        self.cursor = message.get("cursor", self.cursor)
        object_id, sequence = str(message.get("object_id")), int(message.get("sequence", 0))
        if sequence <= self._sequences.get(object_id, -1):
            return []
        self._sequences[object_id] = sequence
        self._sequences.move_to_end(object_id)
        if len(self._sequences) > REMEMBERED:
            self._sequences.popitem(last=False)
        return [_valid(_CHANGE, message)] if kind in _CHANGE_TYPES else []

    def _market_events(self, message: dict[str, Any]) -> list[Message]:
        channel = str(message["channel"])
        is_same = channel in self._words and self._words[channel] == message.get("message")
        self._words[channel] = message.get("message")
        if message["type"] == "quote":
            return [_valid(_QUOTE, message)]
        if message["type"] == "book":
            return [_valid(_BOOK, message)]
        event = _valid(_TRADES, message)
        if event.data is None:
            return [event]
        known = self._trades.setdefault(channel, OrderedDict())
        fresh = [trade for trade in event.data.trades if trade.trade_id not in known]
        known.update((trade.trade_id, None) for trade in reversed(fresh))
        while len(known) > REMEMBERED_TRADES:
            known.popitem(last=False)
        if event.snapshot:
            return [event]
        if not fresh and is_same:
            return []
        return [event.model_copy(update={"data": event.data.model_copy(update={"trades": fresh})})]


_CHANGE: TypeAdapter[models.StreamChange] = TypeAdapter(models.StreamChange)
_QUOTE = TypeAdapter(models.StreamQuote)
_BOOK = TypeAdapter(models.StreamBook)
_TRADES = TypeAdapter(models.StreamTrades)
_CHANGE_TYPES = frozenset(str(kind.value) for kind in models.EventType)


def _valid(adapter: TypeAdapter[Any], message: dict[str, Any]) -> Any:
    try:
        return adapter.validate_python(message)
    except ValidationError as error:
        raise UnexpectedReplyError("the stream", message, error) from None
