"""Quotes both sides of a market, two ticks around its middle, until it is stopped. `SVC_ID=<svc_id> python market_maker.py`"""

import os
import signal
import sys
import time
from decimal import Decimal

from pmtrading import TradingClient
from pmtrading.models import CancelAllOrdersBody, CreateOrder, PlaceOrdersBody, RefusedOrder, SetDeadMansSwitch, StreamQuote

SIZE, LONGEST_POSITION, HALF_SPREAD, TICK = Decimal(5), Decimal(20), Decimal("0.02"), Decimal("0.01")
svc_id = int(os.environ.get("SVC_ID") or sys.exit("SVC_ID is missing. Set it to the svc_id of a market: the README prints one."))


def main() -> None:
    with TradingClient() as client:
        subaccount = client.subaccount_id or client.list_subaccounts()[0].subaccount_id
        everything = CancelAllOrdersBody(subaccount_id=subaccount, svc_id=svc_id)
        middle, quoted = Decimal(-1), 0.0
        try:
            with client.stream([f"quotes:{svc_id}"]) as stream:
                for event in stream:
                    if not isinstance(event, StreamQuote) or event.data.best_bid is None or event.data.best_ask is None:
                        continue
                    found = (event.data.best_bid + event.data.best_ask) / 2
                    if abs(found - middle) < TICK and time.monotonic() - quoted < 30:
                        continue
                    # If this program dies, or the market is quiet, the service cancels its orders.
                    client.set_dead_mans_switch(subaccount, SetDeadMansSwitch(timeout_s=60))
                    client.cancel_all_orders(everything)
                    quote(client, subaccount, found)
                    middle, quoted = found, time.monotonic()
        finally:
            client.cancel_all_orders(everything)
            client.end_dead_mans_switch(subaccount)


def quote(client: TradingClient, subaccount: str, middle: Decimal) -> None:
    """Places a bid and an offer, as far as the position allows."""
    groups = client.list_positions(subaccount_id=subaccount, svc_id=svc_id).subaccount_to_positions
    held = sum((one.position for group in groups for one in group.positions), Decimal(0))
    orders = []
    for buys, side in ((True, -1), (False, 1)):
        price = ((middle + side * HALF_SPREAD) / TICK).to_integral_value() * TICK
        if 0 < price < 1 and SIZE - side * held <= LONGEST_POSITION:
            orders.append(CreateOrder(subaccount_id=subaccount, svc_id=svc_id, buy_flag=buys, qty=SIZE, price=price, post_only=True))
    if orders:
        for order, result in zip(orders, client.place_orders(PlaceOrdersBody(orders=orders)).results, strict=True):
            refused = f", refused: {result.error.detail}" if isinstance(result, RefusedOrder) else ""
            print(f"{'bid' if order.buy_flag else 'ask'} {order.price}, position {held}{refused}", flush=True)


def stop(*_: object) -> None:
    # A second signal must not cut short the cancelling.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit


for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, stop)
main()
