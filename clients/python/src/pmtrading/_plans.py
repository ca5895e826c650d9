"""The rules of sending, written once for both clients. A plan yields effects, and gets the outcome of each `Send`.

Each client performs the effects in its own way: one blocks, the other awaits.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from ._call import Answer, Call, Lost, reply_of
from ._version import HEALTH, VersionGuard
from .errors import LostAnswerError, OrderNotEndedError
from .models import OrderWithFills

T = TypeVar("T")

FIRST_WAIT_S = 0.25
ENDED = frozenset({"EXECUTED", "CANCELLED", "REJECTED", "EXPIRED"})
OnChange = Callable[[OrderWithFills], None]


@dataclass(frozen=True)
class Send:
    """Sends a request once."""

    call: Call[Any]


@dataclass(frozen=True)
class Pause:
    """Waits."""

    seconds: float


Plan = Generator[Send | Pause, Answer | Lost | None, T]


def send(call: Call[T], retries: int, guard: VersionGuard) -> Plan[T]:
    """Sends a request, after a look at the version of the service if it is the first change."""
    if guard.has_to_ask(call):
        guard.learn((yield Send(HEALTH)))
    guard.refuse(call)
    return (yield from repeated(call, retries))


def repeated(call: Call[T], retries: int) -> Plan[T]:
    """Sends a request up to `retries` times more: after a lost answer, a 429 and a 5xx.

    While the service says that an earlier try is still carried out, it asks again without counting: the service ends that. All tries have
    one `Idempotency-Key`, so the request acts once. A POST or PATCH without a key is sent once.
    """
    tries = retries if call.is_repeatable else 0
    tried = 0
    while True:
        outcome = yield Send(call)
        wait = FIRST_WAIT_S * 2**tried * random.uniform(0.5, 1.0)
        if isinstance(outcome, Answer):
            wait = max(wait, outcome.retry_after)
            if tries and outcome.is_in_flight:
                yield Pause(wait)
                continue
            if tried == tries or not outcome.is_passing:
                return reply_of(call, outcome)
        elif tried == tries:
            cause = outcome.error if isinstance(outcome, Lost) else None
            raise LostAnswerError(call.method, call.path, call.key) from cause
        yield Pause(wait)
        tried += 1


def wait_for_order(order_id: str, call: Call[OrderWithFills], timing: Timing, on_change: OnChange | None) -> Plan[OrderWithFills]:
    """Polls until the order has ended and its fills are complete. Asks again after a lost answer, a 429 and any 5xx."""
    deadline = time.monotonic() + timing.timeout
    order: OrderWithFills | None = None
    while True:
        outcome = yield Send(call)
        retry_after = 0.0
        if isinstance(outcome, Answer) and not outcome.is_passing:
            before, order = order, reply_of(call, outcome)
            if on_change is not None and _has_moved(before, order):
                on_change(order)
            if order.status in ENDED and order.fills_complete:
                return order
        elif isinstance(outcome, Answer):
            retry_after = outcome.retry_after
        left = deadline - time.monotonic()
        if left <= 0:
            break
        yield Pause(min(left, max(timing.every, retry_after)))
    # The order has ended, even if its fills are not complete yet.
    if order is not None and order.status in ENDED:
        return order
    raise OrderNotEndedError(order_id, order)


@dataclass(frozen=True)
class Timing:
    """Seconds of a wait."""

    timeout: float
    every: float


def _has_moved(before: OrderWithFills | None, now: OrderWithFills) -> bool:
    return before is None or (before.status, before.traded_qty) != (now.status, now.traded_qty)
