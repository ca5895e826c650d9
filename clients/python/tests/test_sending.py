"""Retries, idempotency keys and errors, at a service that fails as it is asked to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import httpx
import pytest

import pmtrading as pm
from pmtrading import _plans, models
from pmtrading._call import Answer, Call

URL, KEY = "http://service.test", "pmt_key_secret"
ORDER = models.CreateOrder(subaccount_id="s", svc_id=1, buy_flag=True, qty=Decimal(5), price=Decimal("0.42"))
PLACED = {"svc_order_id": "o", "complex_orders": {}}


class Script(httpx.BaseTransport):
    """Answers each request with the next line of a script."""

    def __init__(self, *lines: httpx.Response | Exception) -> None:
        self.lines = list(lines)
        self.health: Any = {"version": pm.__version__}
        self.requests: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/health":
            return httpx.Response(200 if self.health else 503, json=self.health)
        self.requests.append(request)
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line

    def sent_keys(self) -> set[str | None]:
        return {request.headers.get("idempotency-key") for request in self.requests}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_plans, "FIRST_WAIT_S", 0.001)


def client_of(script: Script) -> pm.TradingClient:
    return pm.TradingClient(URL, KEY, transport=script)


def answer(status: int, body: Any, **headers: str) -> httpx.Response:
    return httpx.Response(status, json=body, headers={name.replace("_", "-"): value for name, value in headers.items()})


def problem(status: int, code: str, **more: Any) -> httpx.Response:
    return answer(status, {"detail": "A sentence.", "code": code, "request_id": "r", **more})


def test_a_post_is_repeated_under_one_key() -> None:
    script = Script(httpx.ReadTimeout("lost"), problem(503, "unavailable"), answer(202, PLACED))
    assert client_of(script).place_order(ORDER).svc_order_id == "o"
    assert len(script.requests) == 3
    assert len(script.sent_keys()) == 1 and None not in script.sent_keys()


def test_two_requests_have_two_keys() -> None:
    script = Script(answer(202, PLACED), answer(202, PLACED))
    client = client_of(script)
    client.place_order(ORDER)
    client.place_order(ORDER)
    assert len(script.sent_keys()) == 2


def test_a_request_that_is_being_carried_out_is_repeated() -> None:
    script = Script(httpx.ReadError("cut"), problem(409, "idempotency_in_flight"), answer(202, PLACED))
    assert client_of(script).place_order(ORDER, idempotency_key="mine").svc_order_id == "o"
    assert script.sent_keys() == {"mine"}


def test_a_request_waits_for_its_first_try_however_many_tries_that_takes() -> None:
    running = [problem(409, "idempotency_in_flight") for _ in range(4)]
    script = Script(problem(500, "internal_error"), *running, answer(202, PLACED))
    assert client_of(script).place_order(ORDER).svc_order_id == "o"
    assert len(script.requests) == 6 and len(script.sent_keys()) == 1


def test_a_request_asks_again_at_the_time_that_the_service_names() -> None:
    call = Call("POST", "/v1/orders", models.OrderWithFills, key="mine")
    plan = _plans.repeated(call, retries=2)
    next(plan)
    running = Answer(409, {"retry-after": "7"}, b'{"code":"idempotency_in_flight"}')
    for _ in range(30):
        assert plan.send(running) == _plans.Pause(7.0)
        assert next(plan) == _plans.Send(call)


def test_a_client_without_retries_does_not_wait() -> None:
    script = Script(problem(409, "idempotency_in_flight"))
    with pytest.raises(pm.ConflictError) as refused:
        pm.TradingClient(URL, KEY, transport=script, retries=0).place_order(ORDER)
    assert refused.value.may_be_done


def test_an_amendment_is_repeated_under_one_key() -> None:
    script = Script(httpx.ReadTimeout("lost"), problem(503, "unavailable"), problem(409, "order_final"))
    with pytest.raises(pm.ConflictError):
        client_of(script).amend_order("o", models.AmendOrderBody(qty=Decimal(2)))
    assert len(script.requests) == 3
    assert len(script.sent_keys()) == 1 and None not in script.sent_keys()


def test_a_patch_without_a_key_is_sent_once() -> None:
    script = Script(problem(503, "unavailable"), answer(200, {}))
    with pytest.raises(pm.UnavailableError):
        client_of(script).change_webhook("w", models.ChangeWebhook(url="https://receiver.test"))
    assert len(script.requests) == 1
    assert script.sent_keys() == {None}


@pytest.mark.parametrize("health", [{"version": "0.9.0"}, {"version": "1.0.7"}, {"version": "2.0.0"}, {"status": "ok"}])
def test_a_service_of_another_version_gets_no_change(health: Any) -> None:
    script = Script(answer(200, {"quotes": []}))
    script.health = health
    client = client_of(script)
    for _ in range(2):
        with pytest.raises(pm.VersionError, match="nothing was sent"):
            client.place_order(ORDER)
    client.get_quotes(svc_ids=[1])
    assert [request.method for request in script.requests] == ["GET"]


@pytest.mark.parametrize("health", [{"version": "1.1.4"}, {"version": "1.12.0"}, {"version": "next"}, None])
def test_a_service_of_a_later_or_unknown_version_gets_the_change(health: Any) -> None:
    script = Script(answer(202, PLACED))
    script.health = health
    assert client_of(script).place_order(ORDER).svc_order_id == "o"


def test_a_redirect_is_refused() -> None:
    script = Script(httpx.Response(308, headers={"location": "https://other.test"}))
    with pytest.raises(pm.RefusedError, match="308"):
        client_of(script).place_order(ORDER)
    assert len(script.requests) == 1


def test_an_answer_that_cannot_be_unpacked_is_lost() -> None:
    script = Script(httpx.DecodingError("no gzip"), answer(202, PLACED))
    assert client_of(script).place_order(ORDER).svc_order_id == "o"
    assert len(script.sent_keys()) == 1


def test_an_answer_of_another_version_is_not_printed() -> None:
    script = Script(answer(201, {"api_key": {"text": "pmt_new_secret"}}))
    with pytest.raises(pm.UnexpectedReplyError) as unexpected:
        client_of(script).create_api_key(models.CreateApiKey(name="reader"))
    assert "api_key" in str(unexpected.value) and "pmt_new_secret" not in str(unexpected.value)
    assert unexpected.value.data == {"api_key": {"text": "pmt_new_secret"}}


def test_a_refusal_is_not_repeated() -> None:
    script = Script(problem(409, "risk_limit", doc_url="https://docs.test/risk"))
    with pytest.raises(pm.ConflictError) as refused:
        client_of(script).place_order(ORDER)
    error = refused.value
    assert (error.status, error.code, error.request_id, error.doc_url) == (409, "risk_limit", "r", "https://docs.test/risk")
    assert not error.may_be_done
    assert len(script.requests) == 1


def test_the_last_lost_answer_raises_with_the_key() -> None:
    script = Script(*[httpx.ReadTimeout("lost")] * 3)
    with pytest.raises(pm.LostAnswerError) as lost:
        client_of(script).place_order(ORDER)
    assert script.sent_keys() == {lost.value.idempotency_key}


def test_the_last_failure_may_be_done() -> None:
    script = Script(*[problem(500, "internal_error") for _ in range(3)])
    with pytest.raises(pm.UnavailableError) as failed:
        client_of(script).place_order(ORDER)
    assert failed.value.may_be_done
    assert script.sent_keys() == {failed.value.idempotency_key}


def test_a_429_is_repeated_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("pmtrading.client.time.sleep", waits.append)
    script = Script(problem(429, "too_many_requests"), answer(202, PLACED))
    script.lines[0] = answer(429, {"detail": "Slow.", "code": "too_many_requests", "request_id": "r"}, retry_after="3")
    client_of(script).place_order(ORDER)
    assert waits == [3.0]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, pm.AuthenticationError),
        (403, pm.PermissionDeniedError),
        (404, pm.NotFoundError),
        (409, pm.ConflictError),
        (410, pm.RefusedError),
        (422, pm.InvalidRequestError),
    ],
)
def test_each_status_has_its_error(status: int, kind: type[pm.RefusedError]) -> None:
    with pytest.raises(kind):
        client_of(Script(problem(status, "code"))).get_order("o")


def test_an_answer_of_no_service_is_an_error() -> None:
    with pytest.raises(pm.RefusedError, match="403"):
        client_of(Script(httpx.Response(403, text="<html>"))).get_order("o")


def test_an_answer_of_another_version_keeps_its_data() -> None:
    with pytest.raises(pm.UnexpectedReplyError) as error:
        client_of(Script(answer(202, {"order": "o"}))).place_order(ORDER)
    assert error.value.data == {"order": "o"}


def test_numbers_are_sent_exactly() -> None:
    script = Script(answer(202, PLACED))
    client_of(script).place_order(ORDER)
    assert script.requests[0].content == b'{"qty": 5, "buy_flag": true, "subaccount_id": "s", "price": 0.42, "svc_id": 1}'


def test_a_number_with_too_many_digits_is_not_sent() -> None:
    script = Script()
    with pytest.raises(ValueError, match="too many digits"):
        client_of(script).place_order(ORDER.model_copy(update={"price": Decimal("0.12345678901234567890")}))
    assert script.requests == []


def test_an_id_cannot_leave_its_path() -> None:
    script = Script(problem(404, "not_found"))
    with pytest.raises(pm.NotFoundError):
        client_of(script).get_order("../api-keys?x=1")
    assert script.requests[0].url.raw_path == b"/v1/orders/..%2Fapi-keys%3Fx%3D1"


def test_lists_in_a_query_are_separated_by_commas() -> None:
    script = Script(answer(200, {"quotes": []}))
    client_of(script).get_quotes(svc_ids=[1, 2])
    assert script.requests[0].url.params["svc_ids"] == "1,2"


def test_the_key_is_not_printed() -> None:
    client = client_of(Script())
    assert "secret" not in repr(client) + str(client) + repr(client._settings) + repr(client._http)


@pytest.mark.parametrize("make", [pm.TradingClient, pm.AsyncTradingClient])
@pytest.mark.parametrize(("url", "key"), [("service.test", KEY), ("ftp://service.test", KEY), (URL, ""), (URL, "a\nb"), (URL, "ä")])
def test_wrong_settings_are_refused(make: Callable[[str, str], object], url: str, key: str) -> None:
    with pytest.raises(pm.SettingsError):
        make(url, key)


def test_the_async_client_repeats_in_the_same_way() -> None:
    script = Script(httpx.ReadTimeout("lost"), answer(202, PLACED))

    async def handle(request: httpx.Request) -> httpx.Response:
        return script.handle_request(request)

    async def place() -> models.PlaceOrderReply:
        async with pm.AsyncTradingClient(URL, KEY, transport=httpx.MockTransport(handle)) as client:
            return await client.place_order(ORDER)

    assert asyncio.run(place()).svc_order_id == "o"
    assert len(script.requests) == 2 and len(script.sent_keys()) == 1
