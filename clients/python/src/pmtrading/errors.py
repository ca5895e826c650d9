"""Errors of this package. `TradingError` is the base of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

if TYPE_CHECKING:
    from .models import OrderWithFills


class TradingError(Exception):
    """Base of all errors of this package."""


class SettingsError(TradingError):
    """The address or the key is missing, or the file of a profile is not safe to use."""


class VersionError(TradingError):
    """The service is of another version than this package. Nothing was sent."""


@dataclass(frozen=True)
class Fault:
    """Fault of one field of a request."""

    field: str
    """Names and list positions, joined by dots, such as `body.price`."""
    message: str
    type: str


class RefusedError(TradingError):
    """The service refused the request. `code` is stable, and `detail` is a sentence for people."""

    def __init__(self, status: int, problem: dict[str, Any], key: str | None = None, retry_after: float = 0.0) -> None:
        detail = problem.get("detail")
        self.status = status
        self.faults = _faults(detail)
        self.code = str(problem.get("code") or ("invalid_request" if self.faults else "unknown"))
        self.detail = "; ".join(f"{fault.field}: {fault.message}" for fault in self.faults) or str(
            detail or problem.get("message") or f"The service answered {status}."
        )
        self.hint: str | None = problem.get("hint")
        self.request_id: str | None = problem.get("request_id")
        self.doc_url: str | None = problem.get("doc_url")
        self.idempotency_key = key
        """Key of the request. A repeat under this key has no second effect."""
        self.retry_after = retry_after
        """Seconds to wait before a repeat; 0 if the service did not say."""
        said = f"{status} {self.code}: {self.detail}"
        super().__init__(said if self.hint is None else f"{said.removesuffix('.')}. {self.hint}")

    @property
    def may_be_done(self) -> bool:
        """True if the request may have been carried out. Repeat it under `idempotency_key`."""
        return self.status >= 500 or self.code == "idempotency_in_flight"


class AuthenticationError(RefusedError):
    """401: the key is missing, wrong or revoked."""


class PermissionDeniedError(RefusedError):
    """403: the scope of the key does not allow the request."""


class NotFoundError(RefusedError):
    """404: no such object for this caller."""


class ConflictError(RefusedError):
    """409: the state of the object does not allow the request."""


class InvalidRequestError(RefusedError):
    """422: `faults` lists each fault."""


class RateLimitedError(RefusedError):
    """429: too many requests. `retry_after` says how long to wait."""


class UnavailableError(RefusedError):
    """5xx: the service or an exchange does not answer. The request may have been carried out."""


class LostAnswerError(TradingError):
    """No answer came. The request may have been carried out: repeat it under `idempotency_key`."""

    def __init__(self, method: str, path: str, key: str | None) -> None:
        self.idempotency_key = key
        super().__init__(f"no answer to {method} {path}; it may have been carried out")


class UnexpectedReplyError(TradingError):
    """The answer does not fit the interface, as of another version. The request has been carried out; `data` is the answer."""

    def __init__(self, path: str, data: Any, reason: ValidationError) -> None:
        self.data = data
        # Values stay out of the text: the answer may hold a secret.
        faults = "; ".join(f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in reason.errors(include_input=False))
        super().__init__(f"the answer of {path} does not fit this version of the package: {faults}")


class OrderNotEndedError(TradingError, TimeoutError):
    """The order has not ended in time. The order itself continues; `order` is its last known state."""

    def __init__(self, order_id: str, order: OrderWithFills | None) -> None:
        self.order = order
        status = "unknown" if order is None else order.status
        super().__init__(f"order {order_id} has not ended in time, its status is {status}")


class StreamEndedError(TradingError):
    """The stream has ended for good, such as after a key was revoked. `reason` is stable."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}")


class InvalidSignatureError(TradingError):
    """The message of a webhook is not signed with the secret, or is too old."""


CLASSES: dict[int, type[RefusedError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: InvalidRequestError,
    429: RateLimitedError,
}


def refusal(status: int, body: Any, key: str | None, retry_after: float) -> RefusedError:
    """Returns the error of an answer that is no success."""
    problem: dict[str, Any] = body if isinstance(body, dict) else {}
    kind = UnavailableError if status >= 500 else CLASSES.get(status, RefusedError)
    return kind(status, problem, key, retry_after)


def _faults(detail: Any) -> tuple[Fault, ...]:
    if not isinstance(detail, list):
        return ()
    items = (item for item in detail if isinstance(item, dict))
    return tuple(Fault(".".join(str(part) for part in item.get("loc", ())), str(item.get("msg")), str(item.get("type"))) for item in items)
