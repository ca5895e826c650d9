"""Verification of webhooks, by the scheme of Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Callable, Mapping, Sequence

from pydantic import TypeAdapter, ValidationError

from . import models
from ._call import parsed
from .errors import InvalidSignatureError, UnexpectedReplyError

TOLERANCE_S = 300

_EVENT: TypeAdapter[models.WebhookEvent] = TypeAdapter(models.WebhookEvent)


class Webhook:
    """Verifies messages with the secret of a webhook, or with several secrets while one is being changed."""

    def __init__(self, secret: str | Sequence[str], *, tolerance: float = TOLERANCE_S, clock: Callable[[], float] = time.time) -> None:
        secrets = [secret] if isinstance(secret, str) else list(secret)
        if not secrets:
            raise ValueError("a webhook needs a secret")
        self._keys = [_key_of(one) for one in secrets]
        self._tolerance = tolerance
        self._clock = clock

    def verify(self, body: bytes | str, headers: Mapping[str, str]) -> models.WebhookEvent:
        """Returns the event. `body` is the message as received. Raises unless it is signed, and less than five minutes old or early."""
        content = body.encode() if isinstance(body, str) else body
        found = {name.lower(): value for name, value in headers.items()}
        message_id, at, given = (found.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature"))
        if not (message_id and at and given):
            raise InvalidSignatureError("a header webhook-id, webhook-timestamp or webhook-signature is missing")
        self._refuse_old(at)
        signed = f"{message_id}.{at}.".encode() + content
        expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in self._keys]
        signatures = [_signature(text) for text in given.split(" ")]
        # Compares all pairs, so that the time does not depend on the match.
        matches = [hmac.compare_digest(own, one) for own in expected for one in signatures]
        if not any(matches):
            raise InvalidSignatureError("no signature of the message is right")
        data = parsed(content)
        try:
            return _EVENT.validate_python(data)
        except ValidationError as error:
            raise UnexpectedReplyError("the webhook", data, error) from None

    def _refuse_old(self, at: str) -> None:
        if not (at.isascii() and at.isdigit()):
            raise InvalidSignatureError("webhook-timestamp is no time")
        if abs(self._clock() - int(at)) > self._tolerance:
            raise InvalidSignatureError("the message is too old or too new")


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("this is no secret of a webhook")
    return key


def _signature(text: str) -> bytes:
    version, _, encoded = text.partition(",")
    if version != "v1":
        return b""
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return b""
