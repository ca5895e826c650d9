"""Carries out ten operations with the client that openapi-python-client makes: folder, address, key."""

import sys

sys.path.insert(0, sys.argv[1])
from trading import AuthenticatedClient
from trading.api.markets import search_markets
from trading.api.orders import get_order, list_orders, place_order, place_orders, request_cancel
from trading.api.portfolio import list_positions
from trading.api.streams import list_changes
from trading.api.subaccounts import get_subaccount, list_subaccounts
from trading.models import CreateOrder, ExchangeName, PlaceOrdersBody, Problem, RefusedOrder

with AuthenticatedClient(base_url=sys.argv[2], token=sys.argv[3]) as client:
    subaccount = list_subaccounts.sync(client=client)[0].subaccount_id
    assert get_subaccount.sync(subaccount, client=client).subaccount_id == subaccount
    found = search_markets.sync(client=client, exchange_name=ExchangeName.EXCHANGE_A, limit=1)
    body = CreateOrder(subaccount_id=subaccount, svc_id=found.results[0].svc_id, qty=1, buy_flag=True, price=0.01)
    order = place_order.sync(client=client, body=body).svc_order_id
    unknown = CreateOrder(subaccount_id=subaccount, svc_id=1, qty=1, buy_flag=True, price=0.01)
    batch = place_orders.sync(client=client, body=PlaceOrdersBody(orders=[body, unknown])).results
    assert batch[0].svc_order_id, batch
    assert isinstance(batch[1], RefusedOrder) and batch[1].error.status == 404, batch
    assert get_order.sync(order, client=client).svc_order_id == order
    assert list_orders.sync(client=client, subaccount_id=subaccount).count >= 2
    assert request_cancel.sync(order, client=client).cancelled_svc_order_ids == [order]
    list_positions.sync(client=client)
    assert list_changes.sync(client=client, limit=10).cursor
    refused = get_order.sync(subaccount, client=client)
    assert isinstance(refused, Problem) and refused.code == "not_found", refused
print("10 operations")
