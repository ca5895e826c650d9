"""Both clients at a running service: orders, lost answers, lists and streams that are cut."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
import uuid
from collections.abc import Callable
from decimal import Decimal
from urllib.parse import urlsplit

import httpx
import pytest
from conftest import Service

import pmtrading as pm
from pmtrading import models


def order(service: Service, market: models.Market, **more: object) -> models.CreateOrder:
    fields = {"subaccount_id": service.subaccount_id, "svc_id": market.svc_id, "buy_flag": True, "qty": 1, "price": "0.01"}
    return models.CreateOrder.model_validate({**fields, **more})


def until(is_true: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "too slow"
        time.sleep(0.05)


def test_a_market_order_fills(service: Service, client: pm.TradingClient, market: models.Market) -> None:
    body = models.CreateOrder(
        subaccount_id=service.subaccount_id, svc_id=market.svc_id, order_type=models.OrderType.MARKET, buy_flag=True, qty=Decimal(2)
    )
    changes: list[models.OrderWithFills] = []
    done = client.wait_for_order(client.place_order(body).svc_order_id, on_change=changes.append)
    assert (done.status, done.traded_qty, done.fills_complete) == (models.OrderStatus.EXECUTED, Decimal(2), True)
    assert isinstance(done.average_price, Decimal)
    assert changes[-1].status == done.status
    assert any(fill.svc_order_id == done.svc_order_id for fill in client.iter_fills())
    assert len(pm.to_frame(client.list_positions())) >= 1


def test_a_resting_order_does_not_end_until_it_is_cancelled(service: Service, client: pm.TradingClient, market: models.Market) -> None:
    order_id = client.place_order(order(service, market)).svc_order_id
    until(lambda: client.get_order(order_id).status == "RESTING")
    with pytest.raises(pm.OrderNotEndedError) as waiting:
        client.wait_for_order(order_id, timeout=1)
    assert waiting.value.order is not None and waiting.value.order.status == "RESTING"
    assert order_id in client.request_cancel(order_id).cancelled_svc_order_ids
    assert client.wait_for_order(order_id).cancel_reason == "user"


def test_a_lost_answer_places_one_order(service: Service, market: models.Market) -> None:
    class Losing(httpx.HTTPTransport):
        """Loses the answer of the first POST, after the service has carried it out."""

        lost = 0

        def handle_request(self, request: httpx.Request) -> httpx.Response:
            answer = super().handle_request(request)
            if request.method == "POST" and self.lost == 0:
                self.lost += 1
                answer.close()
                raise httpx.ReadError("lost", request=request)
            return answer

    transport = Losing()
    with pm.TradingClient(service.url, service.key, transport=transport) as client:
        own_id = str(uuid.uuid4())
        placed = client.place_order(order(service, market, client_order_id=own_id))
        found = list(client.iter_orders(client_order_id=own_id))
        assert transport.lost == 1
        assert [one.svc_order_id for one in found] == [placed.svc_order_id]
        client.request_cancel(placed.svc_order_id)


def test_a_price_in_cents_is_refused_with_a_hint(service: Service, client: pm.TradingClient, market: models.Market) -> None:
    with pytest.raises(pm.InvalidRequestError, match=r"less than 1\. Prices are in dollars") as refused:
        client.place_order(order(service, market, price=42))
    assert [fault.field for fault in refused.value.faults] == ["body.price"]
    assert refused.value.code == "invalid_request"


def test_a_wrong_key_is_refused(service: Service) -> None:
    with pm.TradingClient(service.url, "pmt_wrong_key") as client, pytest.raises(pm.AuthenticationError) as refused:
        client.list_subaccounts()
    assert "pmt_wrong_key" not in str(refused.value)
    with pm.TradingClient(service.url, "pmt_wrong_key") as client, pytest.raises(pm.StreamEndedError, match="unauthenticated"):
        next(iter(client.stream(["orders"])))


def test_a_read_key_places_nothing(service: Service, client: pm.TradingClient, market: models.Market) -> None:
    made = client.create_api_key(models.CreateApiKey(name="reader", scope=models.Scope.READ))
    assert made.api_key is not None and made.api_key not in repr(made)
    with pm.TradingClient(service.url, made.api_key) as reader, pytest.raises(pm.PermissionDeniedError):
        reader.place_order(order(service, market))
    client.revoke_api_key(made.api_key_id)


def test_pages_lose_and_repeat_nothing(service: Service, client: pm.TradingClient, market: models.Market) -> None:
    own_id = str(uuid.uuid4())
    ids = {client.place_order(order(service, market, client_order_id=own_id)).svc_order_id for _ in range(5)}
    found = [one.svc_order_id for one in client.iter_orders(client_order_id=own_id, limit=2)]
    assert sorted(found) == sorted(ids)
    markets = client.iter_markets(exchange_name="EXCHANGE_A", limit=5)
    assert len({next(markets).svc_id for _ in range(12)}) == 12
    client.cancel_all_orders(models.CancelAllOrdersBody(subaccount_id=service.subaccount_id))


def test_pages_of_each_list_hold_the_rows_of_the_whole_list(service: Service, client: pm.TradingClient, market: models.Market) -> None:
    others = [one.svc_id for one in client.search_markets(q="senate", exchange_name="EXCHANGE_A", limit=3).results]
    for svc_id in others:
        body = models.CreateOrder(
            subaccount_id=service.subaccount_id, svc_id=svc_id, order_type=models.OrderType.MARKET, buy_flag=True, qty=Decimal(1)
        )
        client.wait_for_order(client.place_order(body).svc_order_id)
    until(lambda: len(list(client.iter_positions())) >= len(others))
    positions = [one.svc_id for group in client.list_positions().subaccount_to_positions for one in group.positions]
    assert [one.svc_id for one in client.iter_positions(limit=1)] == positions
    fills = client.list_fills(limit=1000).subaccount_to_fills
    assert {one.fill_id for one in client.iter_fills(limit=2)} == {one.fill_id for group in fills for one in group.fills}
    assert [one.event_id for one in client.iter_events(q="senate", limit=2)] == [
        one.event_id for one in client.list_events(q="senate", limit=100).events
    ]
    newest = client.get_trades(market.svc_id, limit=50).trades
    walked = client.iter_trades(market.svc_id, limit=7, before=newest[0].timestamp)
    older = [one.trade_id for one in newest if one.timestamp < newest[0].timestamp]
    assert [next(walked).trade_id for _ in older] == older
    assert list(client.iter_redemptions(limit=1)) == client.list_redemptions().redemptions


def test_the_async_client_trades(service: Service, market: models.Market) -> None:
    own_id = str(uuid.uuid4())

    async def trade() -> models.OrderWithFills:
        async with pm.AsyncTradingClient(service.url, service.key) as client:
            placed = await client.place_order(order(service, market, client_order_id=own_id))
            await client.request_cancel(placed.svc_order_id)
            ended = await client.wait_for_order(placed.svc_order_id)
            found = [one.svc_order_id async for one in client.iter_orders(client_order_id=own_id)]
            assert found == [placed.svc_order_id]
            return ended

    assert asyncio.run(trade()).status == "CANCELLED"


class Proxy:
    """Carries the connections to a service, and cuts them."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._target = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.connections = 0
        self.url = f"ws://127.0.0.1:{self._listener.getsockname()[1]}/v1/stream"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        for one in self._open:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self._open.clear()

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection(self._target)
            self.connections += 1
            self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65_536):
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def test_a_cut_stream_loses_and_repeats_nothing(
    service: Service, client: pm.TradingClient, market: models.Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = Proxy(service.url)
    health = client.get_health()
    monkeypatch.setattr(client, "get_health", lambda: health.model_copy(update={"stream_url": proxy.url}))
    received: list[pm.Message] = []
    with client.stream(["orders"]) as stream:
        reader = threading.Thread(target=collect, args=(stream, received), daemon=True)
        reader.start()
        until(lambda: stream.is_live)
        begun = stream.cursor
        for _ in range(3):
            proxy.cut()
            order_id = client.place_order(order(service, market)).svc_order_id
            client.request_cancel(order_id)
            client.wait_for_order(order_id)
        expected = [change.cursor for change in client.iter_changes(after=begun, limit=2) if change.type.startswith("order.")]
        until(lambda: len(received) >= len(expected))
    reader.join(timeout=5)
    assert not reader.is_alive()
    assert [one.cursor for one in received if not isinstance(one, pm.Gap) and hasattr(one, "cursor")] == expected
    assert proxy.connections >= 2
    proxy.close()


def collect(stream: pm.Stream, received: list[pm.Message]) -> None:
    for message in stream:
        received.append(message)


def test_a_stream_continues_after_a_cursor_and_shows_markets(service: Service, client: pm.TradingClient, market: models.Market) -> None:
    async def follow() -> tuple[str | None, str]:
        async with pm.AsyncTradingClient(service.url, service.key) as other, other.stream(["orders"]) as stream:
            messages = aiter(stream)
            placed = asyncio.create_task(place(other, stream))
            first = await asyncio.wait_for(anext(messages), 20)
            assert isinstance(first, models.StreamOrderCreatedEvent)
            assert first.data.svc_order_id == await placed
            return stream.cursor, first.data.svc_order_id

    async def place(other: pm.AsyncTradingClient, stream: pm.AsyncStream) -> str:
        while not stream.is_live:
            await asyncio.sleep(0.05)
        return (await other.place_order(order(service, market))).svc_order_id

    cursor, order_id = asyncio.run(follow())
    client.request_cancel(order_id)
    client.wait_for_order(order_id)
    with client.stream([f"quotes:{market.svc_id}", "orders"], after=cursor) as stream:
        seen: set[str] = set()
        for message in stream:
            if isinstance(message, models.StreamQuote):
                seen.add("quote")
            if isinstance(message, models.StreamOrderUpdatedEvent) and message.data.status == "CANCELLED":
                assert message.data.svc_order_id == order_id
                seen.add("cancelled")
            if len(seen) == 2:
                break
    assert seen == {"quote", "cancelled"}
