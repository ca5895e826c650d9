"""Quotes both sides of a market, two ticks around its middle, until it is stopped or has traded enough. `SVC_ID=<svc_id> python market_maker.py`"""

import os
import signal
import sys
from decimal import Decimal

from pmtrading import ConflictError, TradingClient
from pmtrading.models import CancelAllOrdersBody, CreateOrder, PlaceOrdersBody, SetDeadMansSwitch, StreamQuote

SIZE, LONGEST_POSITION, HALF_SPREAD, TICK = Decimal(5), Decimal(20), Decimal("0.02"), Decimal("0.01")
svc_id, seconds = int(os.environ["SVC_ID"]), float(os.environ.get("SECONDS", "inf"))


def main() -> None:
    with TradingClient() as client:
        subaccount = client.subaccount_id or client.list_subaccounts()[0].subaccount_id
        everything = CancelAllOrdersBody(subaccount_id=subaccount, svc_id=svc_id)
        middle: Decimal | None = None
        try:
            with client.stream([f"quotes:{svc_id}"]) as stream:
                signal.setitimer(signal.ITIMER_REAL, min(seconds, 1e6))
                for event in stream:
                    if not isinstance(event, StreamQuote) or event.data.best_bid is None or event.data.best_ask is None:
                        continue
                    # If this program dies, the service cancels its orders within a minute.
                    client.set_dead_mans_switch(subaccount, SetDeadMansSwitch(timeout_s=60))
                    found = (event.data.best_bid + event.data.best_ask) / 2
                    if middle is not None and abs(found - middle) < TICK:
                        continue
                    middle = found
                    client.cancel_all_orders(everything)
                    quote(client, subaccount, middle)
        finally:
            client.cancel_all_orders(everything)
            client.end_dead_mans_switch(subaccount)


def quote(client: TradingClient, subaccount: str, middle: Decimal) -> None:
    """Places a bid and an offer, as far as the position allows."""
    positions = client.list_positions(subaccount_id=subaccount, svc_id=svc_id).subaccount_to_positions
    held = sum((one.qty for group in positions for one in group.positions), Decimal(0))
    orders = []
    for buys, price in ((True, middle - HALF_SPREAD), (False, middle + HALF_SPREAD)):
        price = (price / TICK).to_integral_value() * TICK
        if 0 < price < 1 and (held if buys else -held) + SIZE <= LONGEST_POSITION:
            orders.append(CreateOrder(subaccount_id=subaccount, svc_id=svc_id, buy_flag=buys, qty=SIZE, price=price, post_only=True))
    if orders:
        try:
            client.place_orders(PlaceOrdersBody(orders=orders))
            print(f"position {held}:", *(f"{'bid' if one.buy_flag else 'ask'} {one.price}" for one in orders), flush=True)
        except ConflictError as error:
            print(error, file=sys.stderr)


def stop(*_: object) -> None:
    raise SystemExit


signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGALRM, stop)
main()
