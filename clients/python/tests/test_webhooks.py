"""Signatures of webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

import pytest

from pmtrading import InvalidSignatureError, Webhook

NOW = 1_795_253_402
OLD, NEW = ("whsec_" + base64.b64encode(text).decode() for text in (b"the old secret of it", b"the new secret of it"))
BODY = json.dumps(
    {
        "event_id": "e",
        "timestamp": "2026-11-21T09:30:02.000Z",
        "object_id": "o",
        "sequence": 1,
        "previous_status": None,
        "type": "webhook.test",
        "data": {"webhook_id": "w"},
    }
).encode()


def signature(secret: str, body: bytes = BODY, at: int = NOW) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.new(key, f"m.{at}.".encode() + body, hashlib.sha256).digest()).decode()


def headers(*signatures: str, at: int | str = NOW) -> dict[str, str]:
    return {"Webhook-Id": "m", "webhook-timestamp": str(at), "webhook-signature": " ".join(signatures)}


def webhook(*secrets: str) -> Webhook:
    return Webhook(secrets or OLD, clock=lambda: NOW)


def test_a_signed_message_is_an_event() -> None:
    event = webhook().verify(BODY, headers(signature(OLD)))
    assert event.type == "webhook.test"


def test_each_secret_is_valid_while_one_is_changed() -> None:
    both = headers(signature(OLD), signature(NEW))
    for secrets in [(OLD,), (NEW,), (OLD, NEW)]:
        webhook(*secrets).verify(BODY, both)
    webhook(OLD, NEW).verify(BODY, headers(signature(NEW)))


@pytest.mark.parametrize(
    "wrong",
    [
        headers(signature(NEW)),
        headers(signature(OLD).replace("v1,", "v2,")),
        headers(signature(OLD).removeprefix("v1,")),
        headers("v1,%%%"),
        headers(""),
        headers(signature(OLD), at=NOW + 1),
        headers(signature(OLD, at=NOW - 301), at=NOW - 301),
        headers(signature(OLD, at=NOW + 301), at=NOW + 301),
        headers(signature(OLD), at="soon"),
        {"webhook-id": "m", "webhook-timestamp": str(NOW)},
        {},
    ],
)
def test_a_wrong_or_old_message_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(InvalidSignatureError):
        webhook().verify(BODY, wrong)


def test_a_changed_body_is_refused() -> None:
    with pytest.raises(InvalidSignatureError):
        webhook().verify(BODY.replace(b'"o"', b'"p"'), headers(signature(OLD)))


@pytest.mark.parametrize("secret", ["", "whsec_", "no secret", []])
def test_a_webhook_needs_a_secret(secret: str) -> None:
    with pytest.raises(ValueError, match="secret"):
        Webhook(secret)


def test_the_secret_is_not_printed() -> None:
    assert "secret" not in repr(webhook())
