"""Carries out ten operations with the client that openapi-generator makes for Python: folder, address, key."""

import sys

sys.path.insert(0, sys.argv[1])
import trading
from trading.exceptions import ApiException

config = trading.Configuration(host=sys.argv[2])
config.api_key["apiKey"] = sys.argv[3]
with trading.ApiClient(config) as client:
    subaccounts, orders = trading.SubaccountsApi(client), trading.OrdersApi(client)
    subaccount = subaccounts.list_subaccounts()[0].subaccount_id
    assert subaccounts.get_subaccount(subaccount).subaccount_id == subaccount
    market = trading.MarketsApi(client).search_markets(exchange_name=trading.ExchangeName.EXCHANGE_A, limit=1).results[0].svc_id
    body = trading.CreateOrder(subaccount_id=subaccount, svc_id=market, qty=1, buy_flag=True, price=0.01)
    order = orders.place_order(body).svc_order_id
    unknown = trading.CreateOrder(subaccount_id=subaccount, svc_id=1, qty=1, buy_flag=True, price=0.01)
    batch = orders.place_orders(trading.PlaceOrdersBody(orders=[body, unknown])).results
    assert batch[0].actual_instance.svc_order_id, batch
    assert batch[1].actual_instance.error.status == 404, batch
    assert orders.get_order(order).svc_order_id == order
    assert orders.list_orders(subaccount_id=subaccount).count >= 2
    assert orders.request_cancel(order).cancelled_svc_order_ids == [order]
    trading.PortfolioApi(client).list_positions()
    changes = trading.StreamsApi(client).list_changes(limit=10)
    assert changes.cursor
    try:
        orders.get_order(subaccount)
        raise AssertionError("an unknown order was found")
    except ApiException as refused:
        assert refused.status == 404 and refused.data.code == "not_found", refused
print("10 operations")
