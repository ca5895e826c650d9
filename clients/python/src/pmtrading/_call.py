"""A request, its answer, and their texts. Nothing here sends anything."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, TypeAdapter, ValidationError

from .errors import UnexpectedReplyError, refusal

T = TypeVar("T")

LONGEST_WAIT_S = 30.0
REPEATABLE = frozenset({"GET", "PUT", "DELETE"})
"""Methods that have the same effect once and twice."""


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request. `reply` is the type of its answer. The service carries out a request with a key once, however often it comes."""

    method: str
    path: str
    reply: type[T]
    query: Mapping[str, object] = field(default_factory=dict)
    body: BaseModel | None = None
    key: str | None = None

    @property
    def is_repeatable(self) -> bool:
        return self.key is not None or self.method in REPEATABLE

    def params(self) -> dict[str, str]:
        return {name: as_text(value) for name, value in self.query.items() if value is not None}

    def content(self) -> bytes | None:
        if self.body is None:
            return None
        return json.dumps(self.body.model_dump(by_alias=True, exclude_unset=True), default=as_json).encode()

    def headers(self) -> dict[str, str]:
        headers = {} if self.body is None else {"content-type": "application/json"}
        return headers if self.key is None else {**headers, "idempotency-key": self.key}


@dataclass(frozen=True)
class Answer:
    """An answer of the service."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def retry_after(self) -> float:
        try:
            return min(LONGEST_WAIT_S, max(0.0, float(self.headers.get("retry-after", "0"))))
        except ValueError:
            return 0.0

    @property
    def is_passing(self) -> bool:
        """True if a later try can succeed."""
        return self.status == 429 or self.status >= 500

    @property
    def is_in_flight(self) -> bool:
        """True if an earlier try under the same key is still carried out."""
        return self.status == 409 and b'"idempotency_in_flight"' in self.content


@dataclass(frozen=True)
class Lost:
    """No answer has come."""

    error: Exception


def reply_of(call: Call[T], answer: Answer) -> T:
    """Returns the parsed answer. Raises a `RefusedError` for any status but success."""
    data = parsed(answer.content)
    if not 200 <= answer.status < 300:
        raise refusal(answer.status, data, call.key, answer.retry_after)
    try:
        reply: T = _adapter_of(call.reply).validate_python(data)
    except ValidationError as error:
        raise UnexpectedReplyError(call.path, data, error) from None
    return reply


def parsed(text: bytes | str) -> Any:
    """Returns JSON with decimals in place of floats; None if the text is no JSON."""
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError:
        return None


def as_json(value: object) -> object:
    """Returns a decimal as an exact number, and a time as text. Refuses a decimal that a JSON number cannot hold exactly."""
    if isinstance(value, Decimal):
        number = float(value)
        if not value.is_finite() or Decimal(repr(number)) != value:
            raise ValueError(f"{value} has too many digits")
        return int(value) if value == value.to_integral_value() else number
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no JSON")


def as_text(value: object) -> str:
    """Returns a value of a query as text. The items of a list are separated by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return ",".join(as_text(item) for item in value)
    return str(value)


def new_key() -> str:
    """Returns an `Idempotency-Key` of one request and all its repeats."""
    return str(uuid.uuid4())


def in_path(value: object) -> str:
    """Returns a value as one segment of a path."""
    return quote(as_text(value), safe="")


_adapters: dict[Any, TypeAdapter[Any]] = {}
"""Adapters by type. They are slow to make."""


def _adapter_of(reply: Any) -> TypeAdapter[Any]:
    if reply not in _adapters:
        _adapters[reply] = TypeAdapter(reply)
    return _adapters[reply]
