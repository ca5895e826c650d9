"""Buys at the best ask with a take-profit and a stop-loss, and follows all three on a stream. `SVC_ID=<svc_id> python bracket_bot.py`"""

import os
import signal
import sys
from decimal import Decimal

from pmtrading import TradingClient
from pmtrading.models import (
    ConditionalOrderParams,
    ConditionalOrderType,
    CreateOrder,
    StreamComplexOrderUpdatedEvent,
    StreamOrderUpdatedEvent,
    TriggerOrderParams,
)

QTY = Decimal(10)
svc_id = int(os.environ.get("SVC_ID") or sys.exit("SVC_ID is missing. Set it to the svc_id of a market: the README prints one."))
# Both signals end the program in the same way.
signal.signal(signal.SIGTERM, signal.default_int_handler)


def cents(price: Decimal) -> Decimal:
    return min(Decimal("0.99"), max(Decimal("0.01"), round(price, 2)))


def exit_at(kind: ConditionalOrderType, *, limit: Decimal | None = None, stop: Decimal | None = None) -> ConditionalOrderParams:
    order = {"qty": QTY, "buy_flag": False, "price": limit, "stop_order_price": stop}
    given = {name: value for name, value in order.items() if value is not None}
    return ConditionalOrderParams(conditional_order_type=kind, trigger_order=TriggerOrderParams.model_validate(given))


with TradingClient() as client:
    subaccount = client.subaccount_id or client.list_subaccounts()[0].subaccount_id
    book = client.get_order_book(svc_id).orderbook
    bid, ask = book.best_bid_price, book.best_ask_price
    if bid is None or ask is None:
        raise SystemExit("the market has no bid or no ask")
    exits = [
        exit_at(ConditionalOrderType.TP, limit=cents((1 + ask) / 2)),
        exit_at(ConditionalOrderType.SL, stop=cents(bid / 2)),
    ]
    with client.stream(["orders", "complex_orders"], after=client.list_changes(limit=1000).cursor) as stream:
        placed = client.place_order(
            CreateOrder(subaccount_id=subaccount, svc_id=svc_id, buy_flag=True, qty=QTY, price=cents(ask), conditional_orders_params=exits)
        )
        exits_left = set(placed.complex_orders.conditional_orders or [])
        try:
            for event in stream:
                if isinstance(event, StreamOrderUpdatedEvent) and event.data.svc_order_id == placed.svc_order_id:
                    print("entry", event.data.status, event.data.traded_qty, event.data.average_price, flush=True)
                    if event.data.status in ("CANCELLED", "REJECTED", "EXPIRED") and event.data.traded_qty == 0:
                        break
                if isinstance(event, StreamComplexOrderUpdatedEvent) and event.data.complex_order_id in exits_left:
                    print("exit", event.data.complex_order_subtype, event.data.status, flush=True)
                    if event.data.status not in ("PENDING", "ACTIVE", "TRIGGERED"):
                        exits_left.discard(event.data.complex_order_id)
                    if not exits_left:
                        break
        except KeyboardInterrupt:
            print("No longer followed: the entry and its exits continue without this program.", flush=True)
