// Carries out ten operations with the client that openapi-generator makes for Go: address, key.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	trading "example.com/trading/client"
)

func main() {
	config := trading.NewConfiguration()
	config.Servers = trading.ServerConfigurations{{URL: os.Args[1]}}
	keys := map[string]trading.APIKey{"apiKey": {Key: os.Args[2]}}
	ctx := context.WithValue(context.Background(), trading.ContextAPIKeys, keys)
	client := trading.NewAPIClient(config)
	orders := client.OrdersAPI

	all, _, err := client.SubaccountsAPI.ListSubaccounts(ctx).Execute()
	ensure("list subaccounts", err, len(all) > 0)
	subaccount := all[0].SubaccountId
	one, _, err := client.SubaccountsAPI.GetSubaccount(ctx, subaccount).Execute()
	ensure("get a subaccount", err, one.SubaccountId == subaccount)
	markets, _, err := client.MarketsAPI.SearchMarkets(ctx).ExchangeName(trading.EXCHANGENAME_EXCHANGE_A).Limit(1).Execute()
	ensure("search markets", err, len(markets.Results) == 1)
	body := limitOrder(subaccount, markets.Results[0].SvcId)
	order, _, err := orders.PlaceOrder(ctx).CreateOrder(body).Execute()
	ensure("place an order", err, order.SvcOrderId != "")
	id := order.SvcOrderId
	both := *trading.NewPlaceOrdersBody([]trading.CreateOrder{body, limitOrder(subaccount, 1)})
	batch, _, err := orders.PlaceOrders(ctx).PlaceOrdersBody(both).Execute()
	ensure("place a batch", err, len(batch.Results) == 2)
	placed, refused := batch.Results[0].PlaceOrderReply, batch.Results[1].RefusedOrder
	ensure("read a batch", nil, placed != nil && refused != nil && refused.Error.Status == 404)
	found, _, err := orders.GetOrder(ctx, id).Execute()
	ensure("get an order", err, found.SvcOrderId == id)
	list, _, err := orders.ListOrders(ctx).SubaccountId(subaccount).Execute()
	ensure("list orders", err, list.Count >= 2)
	cancelled, _, err := orders.RequestCancel(ctx, id).Execute()
	ensure("cancel an order", err, len(cancelled.CancelledSvcOrderIds) == 1 && cancelled.CancelledSvcOrderIds[0] == id)
	_, _, err = client.PortfolioAPI.ListPositions(ctx).Execute()
	ensure("list positions", err, true)
	changes, _, err := client.StreamsAPI.ListChanges(ctx).Limit(10).Execute()
	ensure("list changes", err, changes.Cursor != "")

	_, response, err := orders.GetOrder(ctx, subaccount).Execute()
	var failure *trading.GenericOpenAPIError
	ensure("be refused", nil, errors.As(err, &failure) && response.StatusCode == 404)
	problem, isProblem := failure.Model().(trading.Problem)
	ensure("read a refusal", nil, isProblem && problem.Code == "not_found")
	fmt.Println("10 operations")
}

func limitOrder(subaccount string, market int64) trading.CreateOrder {
	order := trading.NewCreateOrder(1, true, subaccount)
	order.SetSvcId(market)
	order.SetPrice(0.01)
	return *order
}

func ensure(action string, err error, holds bool) {
	if err != nil || !holds {
		fmt.Fprintln(os.Stderr, action, err)
		os.Exit(1)
	}
}
