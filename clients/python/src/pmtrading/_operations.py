"""Made by scripts/generate.py from docs/openapi.json. Do not edit."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime
from types import NoneType
from typing import TypeVar

from . import models as m
from ._call import Call, in_path, new_key

T = TypeVar("T")


def order_call(order_id: str) -> Call[m.OrderWithFills]:
    """Returns the request that reads one order."""
    return Call("GET", f"/v1/orders/{in_path(order_id)}", m.OrderWithFills)


class Operations:
    """Operations of the service, one method for each."""

    def _call(self, call: Call[T]) -> T:
        raise NotImplementedError

    def place_order(self, body: m.CreateOrder, *, idempotency_key: str | None = None) -> m.PlaceOrderReply:
        """Place an order.

        The order is stored at once and enqueued for execution. Follow it with GET /v1/orders/{order_id}. The conditional orders in `conditional_orders_params` are stored with it, and act when it has filled.

        Refusals: `subaccount_inactive`, `custom_asset_empty`, `exit_already_reached`, `trail_too_wide`, `trading_halted`, `risk_limit`, `too_many_open_orders`, `too_many_unsent_orders`, `too_many_complex_orders`, `credentials_missing`, `exchange_unavailable`.
        """
        return self._call(Call("POST", "/v1/orders", m.PlaceOrderReply, body=body, key=idempotency_key or new_key()))

    def list_orders(
        self,
        *,
        status: Sequence[m.OrderStatusFilter | str] | None = None,
        svc_id: int | None = None,
        custom_asset_id: str | None = None,
        subaccount_id: str | None = None,
        client_order_id: str | None = None,
        tag: str | None = None,
        buy_flag: bool | None = None,
        order_type: m.OrderType | str | None = None,
        time_in_force: m.TimeInForce | str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        include_legs: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> m.ListOrdersReply:
        """List orders, newest first.

        All filters combine. The legs of orders on custom assets are left out unless `include_legs` is true. `Accept: text/csv` gets the orders as CSV.
        """
        return self._call(
            Call(
                "GET",
                "/v1/orders",
                m.ListOrdersReply,
                query={
                    "status": status,
                    "svc_id": svc_id,
                    "custom_asset_id": custom_asset_id,
                    "subaccount_id": subaccount_id,
                    "client_order_id": client_order_id,
                    "tag": tag,
                    "buy_flag": buy_flag,
                    "order_type": order_type,
                    "time_in_force": time_in_force,
                    "exchange_name": exchange_name,
                    "created_after": created_after,
                    "created_before": created_before,
                    "include_legs": include_legs,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            )
        )

    def iter_orders(
        self,
        *,
        status: Sequence[m.OrderStatusFilter | str] | None = None,
        svc_id: int | None = None,
        custom_asset_id: str | None = None,
        subaccount_id: str | None = None,
        client_order_id: str | None = None,
        tag: str | None = None,
        buy_flag: bool | None = None,
        order_type: m.OrderType | str | None = None,
        time_in_force: m.TimeInForce | str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        include_legs: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[m.Order]:
        """Returns the items of all pages of `list_orders`. `limit` is the size of a page."""
        at = cursor
        while True:
            page = self.list_orders(
                status=status,
                svc_id=svc_id,
                custom_asset_id=custom_asset_id,
                subaccount_id=subaccount_id,
                client_order_id=client_order_id,
                tag=tag,
                buy_flag=buy_flag,
                order_type=order_type,
                time_in_force=time_in_force,
                exchange_name=exchange_name,
                created_after=created_after,
                created_before=created_before,
                include_legs=include_legs,
                limit=limit,
                cursor=at,
            )
            items = page.orders
            yield from items
            at = page.next_cursor
            if at is None:
                return

    def preview_order(self, body: m.CreateOrder, *, idempotency_key: str | None = None) -> m.PreviewOrderReply:
        """Preview an order.

        The body is that of POST /v1/orders. Nothing is stored or sent. The reply shows what the order would trade on the current books, its cost, and in `refusals` why POST /v1/orders or the exchange would refuse it.
        """
        return self._call(Call("POST", "/v1/orders/preview", m.PreviewOrderReply, body=body, key=idempotency_key or new_key()))

    def place_orders(self, body: m.PlaceOrdersBody, *, idempotency_key: str | None = None) -> m.PlaceOrdersReply:
        """Place up to 20 orders.

        Orders are placed independently: `results` has for each, in the same order, its ids or the refusal of POST /v1/orders. Quotas and risk limits count the orders before it. One `Idempotency-Key` covers the batch: a repeat places no order twice, and tries orders again that were refused with any status but 422.
        """
        return self._call(Call("POST", "/v1/orders/batch", m.PlaceOrdersReply, body=body, key=idempotency_key or new_key()))

    def get_order(self, order_id: str) -> m.OrderWithFills:
        """Get one order with its fills."""
        return self._call(Call("GET", f"/v1/orders/{in_path(order_id)}", m.OrderWithFills))

    def amend_order(self, order_id: str, body: m.AmendOrderBody, *, idempotency_key: str | None = None) -> m.Order:
        """Change quantity, price or expiry of an order.

        Absent fields stay as they are. `qty` is the new total, including fills. Only LIMIT orders with `time_in_force` GTC or GTD can be changed. The change is accepted, not done: follow it in `last_amend`. Until it is DONE, the old order may fill, but never more than the larger total. A refused change leaves the order unchanged. TPs and SLs of an unfilled order must lie beyond a new `price`.

        Refusals: `order_final`, `not_amendable`, `cancel_requested`, `amend_pending`, `below_filled`, `price_off_tick`, `qty_off_lot`, `qty_below_minimum`, `subaccount_inactive`, `credentials_missing`, `trading_halted`, `risk_limit`.
        """
        return self._call(Call("PATCH", f"/v1/orders/{in_path(order_id)}", m.Order, body=body, key=idempotency_key or new_key()))

    def request_cancel(self, order_id: str) -> m.OrderCancelResult:
        """Request cancellation of an order.

        The cancel is accepted, not done: the order may still fill before the exchange takes it off its book.
        """
        return self._call(Call("DELETE", f"/v1/orders/{in_path(order_id)}", m.OrderCancelResult))

    def cancel_orders(self, body: m.CancelOrdersBody, *, idempotency_key: str | None = None) -> m.OrderCancelResult:
        """Request cancellation of several orders.

        Orders are cancelled independently: `failed_cancelled_reasons` lists finished orders, and orders that do not exist for this caller. The cancel is accepted, not done: an order may still fill before the exchange takes it off its book.
        """
        return self._call(Call("POST", "/v1/orders/cancel", m.OrderCancelResult, body=body, key=idempotency_key or new_key()))

    def cancel_all_orders(self, body: m.CancelAllOrdersBody, *, idempotency_key: str | None = None) -> m.OrderCancelResult:
        """Request cancellation of all orders of a subaccount.

        Without a filter, orders accepted before this request and not yet sent are never sent, however many there are. With `svc_id` or `svc_ids`, `exchange_name` and `buy_flag`, which combine, only those orders are cancelled, and an order accepted within the same second may be missed.
        """
        return self._call(Call("POST", "/v1/orders/cancel-all", m.OrderCancelResult, body=body, key=idempotency_key or new_key()))

    def place_complex_order(self, body: m.CreateComplexOrder, *, idempotency_key: str | None = None) -> m.PlaceComplexOrderReply:
        """Place a conditional order or a TWAP.

        TP and SL are attached to an order, or to a complex order that will place one, and act when that order has filled. STOP and REVERSE_STOP watch the price, from their activation or from the fill of their parent; with `protect` their quantity is that of the position. On a custom asset they watch the price of all members together, and place MARKET orders. A TWAP sends a large order as many small IOC orders over a period of time. The complex order is stored as PENDING and enqueued for activation.

        Refusals: `subaccount_inactive`, `custom_asset_empty`, `exit_already_reached`, `trail_too_wide`, `trading_halted`, `risk_limit`, `too_many_complex_orders`, `credentials_missing`, `parent_ended`, `too_many_conditionals`, `nothing_to_protect`, `conflict`, `exchange_unavailable`.
        """
        return self._call(Call("POST", "/v1/complex-orders", m.PlaceComplexOrderReply, body=body, key=idempotency_key or new_key()))

    def list_complex_orders(
        self,
        *,
        complex_order_type: str | None = None,
        status: Sequence[m.ComplexOrderStatusFilter | str] | None = None,
        svc_id: int | None = None,
        custom_asset_id: str | None = None,
        subaccount_id: str | None = None,
        parent_svc_order_id: str | None = None,
        tag: str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> m.ListComplexOrdersReply:
        """List complex orders, newest first.

        All filters combine. `status` takes several values, and `open` for all that are not final. Each kind lists the newest first. `limit` and `offset` count both kinds together.
        """
        return self._call(
            Call(
                "GET",
                "/v1/complex-orders",
                m.ListComplexOrdersReply,
                query={
                    "complex_order_type": complex_order_type,
                    "status": status,
                    "svc_id": svc_id,
                    "custom_asset_id": custom_asset_id,
                    "subaccount_id": subaccount_id,
                    "parent_svc_order_id": parent_svc_order_id,
                    "tag": tag,
                    "created_after": created_after,
                    "created_before": created_before,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            )
        )

    def iter_complex_orders(
        self,
        *,
        complex_order_type: str | None = None,
        status: Sequence[m.ComplexOrderStatusFilter | str] | None = None,
        svc_id: int | None = None,
        custom_asset_id: str | None = None,
        subaccount_id: str | None = None,
        parent_svc_order_id: str | None = None,
        tag: str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[m.ComplexOrder]:
        """Returns the items of all pages of `list_complex_orders`. `limit` is the size of a page."""
        at = cursor
        while True:
            page = self.list_complex_orders(
                complex_order_type=complex_order_type,
                status=status,
                svc_id=svc_id,
                custom_asset_id=custom_asset_id,
                subaccount_id=subaccount_id,
                parent_svc_order_id=parent_svc_order_id,
                tag=tag,
                created_after=created_after,
                created_before=created_before,
                limit=limit,
                cursor=at,
            )
            items = [*page.complex_orders.conditional_orders, *page.complex_orders.twap_orders]
            yield from items
            at = page.next_cursor
            if at is None:
                return

    def get_complex_order(self, complex_order_id: str) -> m.ComplexOrder:
        """Get one complex order."""
        return self._call(Call("GET", f"/v1/complex-orders/{in_path(complex_order_id)}", m.ComplexOrder))

    def cancel_complex_order(self, complex_order_id: str) -> m.ComplexOrderCancelReply:
        """Request cancellation of a complex order.

        An SL or TP and the stop it armed are cancelled together, with everything attached to it. A complex order that has placed its order cannot be cancelled any more; cancel that order instead.
        """
        return self._call(Call("DELETE", f"/v1/complex-orders/{in_path(complex_order_id)}", m.ComplexOrderCancelReply))

    def cancel_all_complex_orders(
        self, body: m.CancelAllComplexOrders, *, idempotency_key: str | None = None
    ) -> m.ComplexOrderCancelResult:
        """Request cancellation of all complex orders of a subaccount.

        Complex orders accepted before this request never fire after it, however many there are.
        """
        return self._call(
            Call("POST", "/v1/complex-orders/cancel-all", m.ComplexOrderCancelResult, body=body, key=idempotency_key or new_key())
        )

    def create_custom_asset(self, body: m.CreateCustomAsset, *, idempotency_key: str | None = None) -> m.CustomAssetWithMembers:
        """Create a custom asset.

        A custom asset is a named basket of up to 100 markets of both exchanges. It belongs to a subaccount. A market listed twice counts once.

        Refusals: `too_many_custom_assets`, `too_many_members`.
        """
        return self._call(Call("POST", "/v1/custom-assets", m.CustomAssetWithMembers, body=body, key=idempotency_key or new_key()))

    def list_custom_assets(self, *, subaccount_id: str | None = None) -> list[m.CustomAsset]:
        """List your custom assets, oldest first.

        The list has no members; GET /v1/custom-assets/{custom_asset_id} shows them.
        """
        return self._call(Call("GET", "/v1/custom-assets", list[m.CustomAsset], query={"subaccount_id": subaccount_id}))

    def get_custom_asset(self, custom_asset_id: str) -> m.CustomAssetWithMembers:
        """Get one custom asset with its members."""
        return self._call(Call("GET", f"/v1/custom-assets/{in_path(custom_asset_id)}", m.CustomAssetWithMembers))

    def change_custom_asset(self, custom_asset_id: str, body: m.ChangeCustomAsset) -> m.CustomAsset:
        """Change a custom asset.

        Absent fields stay as they are. A null `description` clears it. Orders in progress keep the allocation they were accepted with.
        """
        return self._call(Call("PATCH", f"/v1/custom-assets/{in_path(custom_asset_id)}", m.CustomAsset, body=body))

    def delete_custom_asset(self, custom_asset_id: str) -> None:
        """Delete a custom asset.

        Markets bought through it stay: they are positions of the subaccount like any other.

        Refusals: `custom_asset_in_use`.
        """
        self._call(Call("DELETE", f"/v1/custom-assets/{in_path(custom_asset_id)}", NoneType))

    def add_members(
        self, custom_asset_id: str, body: m.CustomAssetMembers, *, idempotency_key: str | None = None
    ) -> m.CustomAssetWithMembers:
        """Add markets to a custom asset.

        Adding a member again is safe. If any market is unknown, nothing is added.

        Refusals: `too_many_members`.
        """
        return self._call(
            Call(
                "POST",
                f"/v1/custom-assets/{in_path(custom_asset_id)}/members",
                m.CustomAssetWithMembers,
                body=body,
                key=idempotency_key or new_key(),
            )
        )

    def remove_members(self, custom_asset_id: str, body: m.CustomAssetMembers) -> m.CustomAssetWithMembers:
        """Remove markets from a custom asset.

        Removing a market that is not a member is safe. If any market is unknown, nothing is removed. Orders in progress keep the members they were accepted with.
        """
        return self._call(Call("DELETE", f"/v1/custom-assets/{in_path(custom_asset_id)}/members", m.CustomAssetWithMembers, body=body))

    def create_subaccount(self, body: m.CreateSubaccount, *, idempotency_key: str | None = None) -> m.Subaccount:
        """Create a subaccount.

        Refusals: `too_many_subaccounts`.
        """
        return self._call(Call("POST", "/v1/subaccounts", m.Subaccount, body=body, key=idempotency_key or new_key()))

    def list_subaccounts(
        self,
    ) -> list[m.Subaccount]:
        """List your subaccounts."""
        return self._call(Call("GET", "/v1/subaccounts", list[m.Subaccount]))

    def get_subaccount(self, subaccount_id: str) -> m.Subaccount:
        """Get one subaccount."""
        return self._call(Call("GET", f"/v1/subaccounts/{in_path(subaccount_id)}", m.Subaccount))

    def change_subaccount(self, subaccount_id: str, body: m.ChangeSubaccount) -> m.Subaccount:
        """Change a subaccount.

        Absent fields stay as they are. A null `description` clears it. An inactive subaccount accepts no new orders.
        """
        return self._call(Call("PATCH", f"/v1/subaccounts/{in_path(subaccount_id)}", m.Subaccount, body=body))

    def delete_subaccount(self, subaccount_id: str) -> None:
        """Delete a subaccount with its credentials and custom assets.

        Needs scope `admin` where credentials or risk limits are stored. A request that was cut off is completed within two minutes, unless the subaccount is in use or active again. Sent again, 204 or 404 says that the subaccount is gone.

        Refusals: `scope_missing`, `subaccount_in_use`.
        """
        self._call(Call("DELETE", f"/v1/subaccounts/{in_path(subaccount_id)}", NoneType))

    def get_limits(self, subaccount_id: str) -> m.Limits:
        """Show the risk limits of a subaccount.

        Shows the limits and how much of each is used. Null means no limit.
        """
        return self._call(Call("GET", f"/v1/subaccounts/{in_path(subaccount_id)}/limits", m.Limits))

    def set_limits(self, subaccount_id: str, body: m.SetLimits) -> m.Limits:
        """Set the risk limits of a subaccount, halt it, or end the halt.

        Null lifts a limit. An absent field stays as it is, so halting lifts no limit and setting a limit ends no halt. New limits hold from now on, even for orders that were accepted and not sent yet. They cancel no order that rests at an exchange. Cancels pass, and so do orders that can only reduce a position.
        """
        return self._call(Call("PUT", f"/v1/subaccounts/{in_path(subaccount_id)}/limits", m.Limits, body=body))

    def halt_subaccount(self, subaccount_id: str, *, idempotency_key: str | None = None) -> m.Limits:
        """Halt a subaccount.

        From now on no order that could increase a position is accepted or sent, even if it was accepted before. Cancels pass, and so do orders that can only reduce a position. A halted subaccount stays halted. To end the halt, set `halted` to false in its limits, which needs scope `admin`.
        """
        return self._call(Call("POST", f"/v1/subaccounts/{in_path(subaccount_id)}/halt", m.Limits, key=idempotency_key or new_key()))

    def flatten_subaccount(self, subaccount_id: str, body: m.Flatten | None = None, *, idempotency_key: str | None = None) -> m.Flattened:
        """Cancel everything and close all positions.

        Cancels all orders and complex orders of the subaccount, as both cancel-alls do, and places a `reduce_only` MARKET order for each position. Fills of the cancelled orders until they leave their books are closed too. The service completes an interrupted request within a minute. The body may be left out.

        Refusals: `subaccount_inactive`, `credentials_missing`.
        """
        return self._call(
            Call("POST", f"/v1/subaccounts/{in_path(subaccount_id)}/flatten", m.Flattened, body=body, key=idempotency_key or new_key())
        )

    def reset_paper(
        self, subaccount_id: str, body: m.ResetPaperBody | None = None, *, idempotency_key: str | None = None
    ) -> m.ResetPaperReply:
        """Begin paper accounts again.

        Cancels all orders and complex orders, then begins the paper accounts of the subaccount again: with `cash`, or with the cash of their credentials. Earlier orders and fills stay listed, and no longer count in positions, profit and limits. The body may be left out. Repeat a request that did not answer.

        Refusals: `not_paper`, `credentials_missing`, `live_orders`.
        """
        return self._call(
            Call(
                "POST",
                f"/v1/subaccounts/{in_path(subaccount_id)}/paper/reset",
                m.ResetPaperReply,
                body=body,
                key=idempotency_key or new_key(),
            )
        )

    def set_dead_mans_switch(self, subaccount_id: str, body: m.SetDeadMansSwitch) -> m.DeadMansSwitch:
        """Set or renew the dead man’s switch.

        If this is not called again within `timeout_s` seconds, all orders of the subaccount are cancelled within 15 seconds of that time, whatever else runs. Armed stops and SLs stay, and so do the orders of exits that have fired. `include_complex_orders` cancels all of these too. `halt` halts trading. Each call renews the switch with its own terms. A switch that has fired does nothing until the next call, whose answer shows the time in `fired_at`.
        """
        return self._call(Call("PUT", f"/v1/subaccounts/{in_path(subaccount_id)}/dead-mans-switch", m.DeadMansSwitch, body=body))

    def get_dead_mans_switch(self, subaccount_id: str) -> m.DeadMansSwitch:
        """Show the dead man’s switch.

        Where none is set, or it has fired, `armed` is false.
        """
        return self._call(Call("GET", f"/v1/subaccounts/{in_path(subaccount_id)}/dead-mans-switch", m.DeadMansSwitch))

    def end_dead_mans_switch(self, subaccount_id: str) -> None:
        """End the dead man’s switch.

        Nothing is cancelled for it any more. It is no error if none is set. A halt that it made stays.
        """
        self._call(Call("DELETE", f"/v1/subaccounts/{in_path(subaccount_id)}/dead-mans-switch", NoneType))

    def put_credentials(
        self,
        subaccount_id: str,
        exchange_name: m.ExchangeName | str,
        body: m.CredentialsOfExchangeA | m.CredentialsOfExchangeB | m.PaperCredentials,
    ) -> m.Credentials:
        """Store exchange credentials.

        A service with paper accounts takes `{"paper": {"cash": 10000}}`: the play money that the account begins with at this exchange. Other services take the key of an exchange. The service checks the credentials with the exchange, then stores them encrypted. They are never shown again. `readiness` shows whether the account can trade, and how to add what is missing. Earlier trades of the account are fetched, and appear as fills and positions.

        Refusals: `credentials_in_use`, `live_orders`, `account_has_history`, `exchange_unavailable`.
        """
        return self._call(
            Call("PUT", f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}", m.Credentials, body=body)
        )

    def get_credentials(self, subaccount_id: str, exchange_name: m.ExchangeName | str) -> m.Credentials:
        """Show which exchange credentials are stored.

        Shows a fingerprint, the time of the check, and in `readiness` whether the account can trade and what is missing. Never shows the credentials themselves. If the last check is older than 15 s, the exchange is asked again, and later answers show the result.
        """
        return self._call(Call("GET", f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}", m.Credentials))

    def delete_credentials(self, subaccount_id: str, exchange_name: m.ExchangeName | str) -> None:
        """Delete stored exchange credentials.

        Refusals: `live_orders`.
        """
        self._call(Call("DELETE", f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}", NoneType))

    def request_approvals(
        self, subaccount_id: str, exchange_name: m.ExchangeName | str, *, idempotency_key: str | None = None
    ) -> m.Credentials:
        """Approve the contracts of the exchange.

        Has the wallet approve, through the exchange's relayer, every contract that trading, redemption and merging need and that is not approved yet. This takes some seconds on chain. `readiness` of the credentials follows.

        Refusals: `nothing_to_approve`, `relayer_key_missing`.
        """
        return self._call(
            Call(
                "POST",
                f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}/approvals",
                m.Credentials,
                key=idempotency_key or new_key(),
            )
        )

    def set_allocation(self, subaccount_id: str, exchange_name: m.ExchangeName | str, body: m.SetAllocationBody) -> m.SetAllocationReply:
        """Spread the cash of an account over its shards.

        EXCHANGE_A keeps money in shards, and an order can only use the shard of its market. The exchange moves free cash to these targets within some seconds, and keeps it there. Shares are of the free cash and add up to 1; an empty list ends this. The list replaces earlier targets, and a repeat changes nothing.

        Refusals: `no_shards`, `allocation_refused`, `exchange_unavailable`.
        """
        return self._call(
            Call(
                "PUT",
                f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}/allocation",
                m.SetAllocationReply,
                body=body,
            )
        )

    def search_markets(
        self,
        *,
        q: str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        category: m.Category | str | None = None,
        status: m.MarketStatus | str | None = None,
        expiration_date_start: datetime | None = None,
        expiration_date_end: datetime | None = None,
        svc_ids: Sequence[int] | None = None,
        sort: m.MarketSort | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.SearchMarketsReply:
        """Search and browse markets.

        Exact matches on ticker, condition_id, slug and svc_id come first, whatever their status. Then come markets whose ticker or event ticker begins with `q`, and then markets with all words of `q`. If nothing is found, words of five letters or more may have one typo; `corrected_query` is the text that was searched instead. Without `q` the most traded markets come first; `sort` orders all results in another way. An answer has at most 5 MB: beyond that, descriptions are shortened. `as_of` is the time of the catalogue, which is refreshed hourly while the service is unused.

        Refusals: `catalogue_unavailable`.
        """
        return self._call(
            Call(
                "GET",
                "/v1/markets/search",
                m.SearchMarketsReply,
                query={
                    "q": q,
                    "exchange_name": exchange_name,
                    "category": category,
                    "status": status,
                    "expiration_date_start": expiration_date_start,
                    "expiration_date_end": expiration_date_end,
                    "svc_ids": svc_ids,
                    "sort": sort,
                    "limit": limit,
                    "offset": offset,
                },
            )
        )

    def iter_markets(
        self,
        *,
        q: str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        category: m.Category | str | None = None,
        status: m.MarketStatus | str | None = None,
        expiration_date_start: datetime | None = None,
        expiration_date_end: datetime | None = None,
        svc_ids: Sequence[int] | None = None,
        sort: m.MarketSort | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Iterator[m.Market]:
        """Returns the items of all pages of `search_markets`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = self.search_markets(
                q=q,
                exchange_name=exchange_name,
                category=category,
                status=status,
                expiration_date_start=expiration_date_start,
                expiration_date_end=expiration_date_end,
                svc_ids=svc_ids,
                sort=sort,
                limit=limit,
                offset=at,
            )
            items = page.results
            yield from items
            at += len(items)
            if not page.has_more or not items:
                return

    def get_market(self, svc_id: int) -> m.Market:
        """Get one market."""
        return self._call(Call("GET", f"/v1/markets/{in_path(svc_id)}", m.Market))

    def get_prices(
        self,
        svc_id: int,
        *,
        type: m.PriceSeriesType | str | None = None,
        interval: m.PriceInterval | str | None = None,
        fidelity: int | None = None,
    ) -> m.PriceSeries:
        """Get the price series of a market.

        The series is candlesticks or a history of prices, back from now over `interval` (`1m` is one month). EXCHANGE_A has real candles with volume: of a minute for 1d, an hour for 1w and 1m, a day for max. EXCHANGE_B has a history of prices every `fidelity` minutes. Its candles have one price and no volume. Periods without data are left out.

        Refusals: `exchange_unavailable`.
        """
        return self._call(
            Call("GET", f"/v1/prices/{in_path(svc_id)}", m.PriceSeries, query={"type": type, "interval": interval, "fidelity": fidelity})
        )

    def get_order_book(self, svc_id: int, *, levels: int | None = None) -> m.Orderbook:
        """Get the orderbook of a market.

        The book is live from the exchange, at most a second old. Prices are YES prices. Bids descend and asks ascend, with the total size at each price. The best price of an empty side is null.

        Refusals: `exchange_unavailable`.
        """
        return self._call(Call("GET", f"/v1/orderbooks/{in_path(svc_id)}", m.Orderbook, query={"levels": levels}))

    def get_custom_asset_order_book(self, custom_asset_id: str, *, levels: int | None = None) -> m.Orderbook:
        """Get the consolidated orderbook of a custom asset.

        The book combines the live books of the active members, each at most a second old. With allocation BEST_PRICE it merges the levels of all members, without fees, so the best bid can be above the best ask. With EQUAL a level is the price of one contract if all members are traded evenly, as deep as the shallowest member. Members whose exchange does not answer are left out, and `message` names them.

        Refusals: `exchange_unavailable`.
        """
        return self._call(Call("GET", f"/v1/orderbooks/custom-asset/{in_path(custom_asset_id)}", m.Orderbook, query={"levels": levels}))

    def get_quotes(self, *, svc_ids: Sequence[int]) -> m.GetQuotesReply:
        """Get the best prices of many markets.

        Best bid and ask with their sizes, and the last price, in YES prices, live from the exchanges and at most a second old. There is one row for each instrument, each once, in the order asked for. A market without a quote has nulls and a `message`: it is unknown, closed, or its exchange does not answer within three seconds. `as_of` is the exchange’s own time where it gives one.
        """
        return self._call(Call("GET", "/v1/quotes", m.GetQuotesReply, query={"svc_ids": svc_ids}))

    def get_trades(self, svc_id: int, *, limit: int | None = None, before: datetime | None = None) -> m.GetTradesReply:
        """Get the trades of a market.

        Trades of all traders, newest first. Prices are YES prices, and a taker who sold NO bought YES. `before` continues after a page: pass the `timestamp` of its last trade. A page may have more than `limit`: it never ends between two trades of one time. Times of EXCHANGE_B are whole seconds, and its list may be some minutes old: see `as_of`.

        Refusals: `exchange_unavailable`.
        """
        return self._call(Call("GET", f"/v1/trades/{in_path(svc_id)}", m.GetTradesReply, query={"limit": limit, "before": before}))

    def iter_trades(self, svc_id: int, *, limit: int | None = None, before: datetime | None = None) -> Iterator[m.Trade]:
        """Returns the items of all pages of `get_trades`. `limit` is the size of a page."""
        at = before
        while True:
            page = self.get_trades(svc_id, limit=limit, before=at)
            items = page.trades
            yield from items
            if not page.has_more or not items:
                return
            at = items[-1].timestamp

    def get_fees(self, svc_id: int) -> m.Fees:
        """Get the fees of a market.

        The formula, the rates of takers and makers, how the exchange rounds, and what 100 contracts come to at prices of 0.10 to 0.90, filled at once. The rates are those of the catalogue. Rates and fees are null where the exchange charges by a fee type without a published formula.
        """
        return self._call(Call("GET", f"/v1/fees/{in_path(svc_id)}", m.Fees))

    def list_events(
        self,
        *,
        q: str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        category: m.Category | str | None = None,
        status: m.MarketStatus | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.ListEventsReply:
        """Search and browse events.

        An event is one occurrence with one or several markets. With `q`, the best matches come first: ticker, then name or tags of a market, then description. Else the most traded come first.

        Refusals: `catalogue_unavailable`.
        """
        return self._call(
            Call(
                "GET",
                "/v1/events",
                m.ListEventsReply,
                query={"q": q, "exchange_name": exchange_name, "category": category, "status": status, "limit": limit, "offset": offset},
            )
        )

    def iter_events(
        self,
        *,
        q: str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        category: m.Category | str | None = None,
        status: m.MarketStatus | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Iterator[m.ListedEvent]:
        """Returns the items of all pages of `list_events`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = self.list_events(q=q, exchange_name=exchange_name, category=category, status=status, limit=limit, offset=at)
            items = page.events
            yield from items
            at += len(items)
            if not page.has_more or not items:
                return

    def get_event(self, event_id: str) -> m.EventWithMarkets:
        """Get one event with its markets.

        The markets are those of the catalogue, whatever their status, the most traded ones first. Closed markets leave the catalogue three days after their close. An answer has at most 5 MB: beyond that, descriptions are shortened and end with `…`.

        Refusals: `catalogue_unavailable`.
        """
        return self._call(Call("GET", f"/v1/events/{in_path(event_id)}", m.EventWithMarkets))

    def get_watchlists(
        self,
    ) -> m.Watchlists:
        """Get your watchlists.

        All named lists of markets that the user has stored. Every key of the user reads the same lists.
        """
        return self._call(Call("GET", "/v1/watchlists", m.Watchlists))

    def set_watchlists(self, body: m.SetWatchlists) -> m.Watchlists:
        """Replace your watchlists.

        The body replaces all lists: at most 20 lists of 200 markets, and 3,000 markets together. `version` is that of the answer on which the change is based, 0 for the first. If the lists have changed since, nothing is stored. A repeat of the stored lists changes nothing. A 422 names added markets that are unknown.

        Refusals: `watchlists_changed`.
        """
        return self._call(Call("PUT", "/v1/watchlists", m.Watchlists, body=body))

    def list_positions(
        self,
        *,
        subaccount_id: str | None = None,
        svc_id: int | None = None,
        include_closed: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.ListPositionsReply:
        """Show the positions of each subaccount.

        The list has every market that a subaccount has traded, here or elsewhere, as stored at `as_of`. The answer never waits for an exchange. If the exchange was asked more than 15 s ago, it is asked again, and the next answers show what it says. Positions in closed markets need `include_closed`. `limit` and `offset` count the positions of all subaccounts as one sequence. Without `limit` the answer has all that it can hold. Once a market has paid, its position is 0, and its payout is realized.
        """
        return self._call(
            Call(
                "GET",
                "/v1/positions",
                m.ListPositionsReply,
                query={
                    "subaccount_id": subaccount_id,
                    "svc_id": svc_id,
                    "include_closed": include_closed,
                    "limit": limit,
                    "offset": offset,
                },
            )
        )

    def iter_positions(
        self,
        *,
        subaccount_id: str | None = None,
        svc_id: int | None = None,
        include_closed: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Iterator[m.Position]:
        """Returns the items of all pages of `list_positions`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = self.list_positions(subaccount_id=subaccount_id, svc_id=svc_id, include_closed=include_closed, limit=limit, offset=at)
            items = [item for group in page.subaccount_to_positions for item in group.positions]
            yield from items
            at += len(items)
            if not page.has_more or not items:
                return

    def close_positions(self, body: m.ClosePositions, *, idempotency_key: str | None = None) -> m.ClosingOrders:
        """Close positions at the market.

        Places a `reduce_only` MARKET order for the position in one market, or in each. The reply lists the orders; it is empty if there are no positions. Holdings of a custom asset are the positions of its members. Decided positions are paid or redeemed, and are left out. Orders and stops stay: `POST /v1/subaccounts/{subaccount_id}/flatten` cancels them first.

        Refusals: `subaccount_inactive`, `credentials_missing`.
        """
        return self._call(Call("POST", "/v1/positions/close", m.ClosingOrders, body=body, key=idempotency_key or new_key()))

    def redeem_positions(self, body: m.RedeemPositionsBody, *, idempotency_key: str | None = None) -> m.RedeemPositionsReply:
        """Redeem decided positions.

        Redeems every position whose `settlement` is `redeemable`, and merges pairs of YES and NO into dollars, in one market or in all. The reply lists redemptions and merges that have begun: a repeat begins none twice. `GET /v1/redemptions` shows their state. Positions of EXCHANGE_A are paid without this.

        Refusals: `credentials_missing`, `relayer_key_missing`.
        """
        return self._call(Call("POST", "/v1/positions/redeem", m.RedeemPositionsReply, body=body, key=idempotency_key or new_key()))

    def list_redemptions(
        self, *, subaccount_id: str | None = None, svc_id: int | None = None, limit: int | None = None, offset: int | None = None
    ) -> m.ListRedemptionsReply:
        """List redemptions.

        Redemptions and merges, newest first, with their state, payout and transaction.
        """
        return self._call(
            Call(
                "GET",
                "/v1/redemptions",
                m.ListRedemptionsReply,
                query={"subaccount_id": subaccount_id, "svc_id": svc_id, "limit": limit, "offset": offset},
            )
        )

    def iter_redemptions(
        self, *, subaccount_id: str | None = None, svc_id: int | None = None, limit: int | None = None, offset: int | None = None
    ) -> Iterator[m.Redemption]:
        """Returns the items of all pages of `list_redemptions`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = self.list_redemptions(subaccount_id=subaccount_id, svc_id=svc_id, limit=limit, offset=at)
            items = page.redemptions
            yield from items
            at += len(items)
            if not page.has_more or not items:
                return

    def list_fills(
        self,
        *,
        subaccount_id: str | None = None,
        svc_id: int | None = None,
        tag: str | None = None,
        start_time: datetime | None = None,
        end_time: datetime | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> m.ListFillsReply:
        """List the fills of each subaccount.

        The list has all trades of the accounts, including trades made elsewhere, which have `svc_order_id` null. `limit` and `offset` count the fills of all subaccounts as one sequence, newest first by the exchange’s time and then by id. The answer never waits for an exchange: it has all trades up to `as_of`, which is null while earlier trades are being read. If the exchange was asked more than 15 s ago, it is asked again for the next answers. `Accept: text/csv` gets the fills as CSV.
        """
        return self._call(
            Call(
                "GET",
                "/v1/fills",
                m.ListFillsReply,
                query={
                    "subaccount_id": subaccount_id,
                    "svc_id": svc_id,
                    "tag": tag,
                    "start_time": start_time,
                    "end_time": end_time,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            )
        )

    def iter_fills(
        self,
        *,
        subaccount_id: str | None = None,
        svc_id: int | None = None,
        tag: str | None = None,
        start_time: datetime | None = None,
        end_time: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Iterator[m.Fill]:
        """Returns the items of all pages of `list_fills`. `limit` is the size of a page."""
        at = cursor
        while True:
            page = self.list_fills(
                subaccount_id=subaccount_id, svc_id=svc_id, tag=tag, start_time=start_time, end_time=end_time, limit=limit, cursor=at
            )
            items = [item for group in page.subaccount_to_fills for item in group.fills]
            yield from items
            at = page.next_cursor
            if at is None:
                return

    def list_pnl(
        self,
        *,
        group_by: str,
        subaccount_id: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.ListPnlReply:
        """Show the gain of each tag.

        Counts the fills of tagged orders alone, at the average cost within the tag and the market. A tag may hold YES while the account holds less, because other orders sold it. Reversed fills do not count. A market that has paid is closed at its payout.
        """
        return self._call(
            Call(
                "GET",
                "/v1/pnl",
                m.ListPnlReply,
                query={"group_by": group_by, "subaccount_id": subaccount_id, "tag": tag, "limit": limit, "offset": offset},
            )
        )

    def iter_pnl(
        self,
        *,
        group_by: str,
        subaccount_id: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Iterator[m.ListPnlReplyPnl]:
        """Returns the items of all pages of `list_pnl`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = self.list_pnl(group_by=group_by, subaccount_id=subaccount_id, tag=tag, limit=limit, offset=at)
            items = page.pnl
            yield from items
            at += len(items)
            if not page.has_more or not items:
                return

    def list_balances(self, *, subaccount_id: str | None = None) -> list[m.Balance]:
        """Show the cash at each exchange.

        This endpoint asks every exchange for which a subaccount has credentials. Cash of EXCHANGE_A may be 5 s old. For an exchange that does not answer within eight seconds, `balance` is null and `error` has the reason; other exchanges are still shown. EXCHANGE_A keeps money in shards, and an order can only use the shard of its market.
        """
        return self._call(Call("GET", "/v1/balances", list[m.Balance], query={"subaccount_id": subaccount_id}))

    def get_portfolio_history(
        self, *, subaccount_id: str | None = None, interval: m.HistoryInterval | str | None = None, start_time: datetime | None = None
    ) -> m.GetPortfolioHistoryReply:
        """Show the equity over time.

        One point for each hour of the last 90 days, or for each UTC day. An account that holds nothing has one a day only. Without `subaccount_id` all subaccounts are added up, but real and paper ones never together. The present value is not included.
        """
        return self._call(
            Call(
                "GET",
                "/v1/portfolio/history",
                m.GetPortfolioHistoryReply,
                query={"subaccount_id": subaccount_id, "interval": interval, "start_time": start_time},
            )
        )

    def create_webhook(self, body: m.CreateWebhook, *, idempotency_key: str | None = None) -> m.CreatedWebhook:
        """Create a webhook.

        From now on the address receives every change of your orders, signed as Standard Webhooks describes. A webhook of kind `discord`, `slack` or `telegram` receives a readable line for each fill, end of an order, fired stop and settlement instead; `url` is its secret, and is shown without its path. `secret` is shown this once; a replayed request shows it as null.

        Refusals: `too_many_webhooks`.
        """
        return self._call(Call("POST", "/v1/webhooks", m.CreatedWebhook, body=body, key=idempotency_key or new_key()))

    def list_webhooks(
        self,
    ) -> list[m.Webhook]:
        """List your webhooks."""
        return self._call(Call("GET", "/v1/webhooks", list[m.Webhook]))

    def get_webhook(self, webhook_id: str) -> m.Webhook:
        """Get one webhook."""
        return self._call(Call("GET", f"/v1/webhooks/{in_path(webhook_id)}", m.Webhook))

    def change_webhook(self, webhook_id: str, body: m.ChangeWebhook) -> m.Webhook:
        """Change a webhook.

        Absent fields stay as they are. Null for `events` means all events. `is_active` true turns a webhook on again after its failures turned it off. A chat can become another chat with the `kind` and the `url` of that. A webhook of kind `standard` stays one.
        """
        return self._call(Call("PATCH", f"/v1/webhooks/{in_path(webhook_id)}", m.Webhook, body=body))

    def delete_webhook(self, webhook_id: str) -> None:
        """Delete a webhook.

        No more events are sent to it, including events that were still waiting.
        """
        self._call(Call("DELETE", f"/v1/webhooks/{in_path(webhook_id)}", NoneType))

    def rotate_webhook_secret(self, webhook_id: str, *, idempotency_key: str | None = None) -> m.CreatedWebhook:
        """Give a webhook a new secret.

        For 24 hours every message is also signed with the old secret, so the receiver can switch without losing a message. `secret` is shown this once: where the answer is lost, a repeat with the same `Idempotency-Key` gives no other one, and has it null.

        Refusals: `no_secret`.
        """
        return self._call(
            Call("POST", f"/v1/webhooks/{in_path(webhook_id)}/rotate-secret", m.CreatedWebhook, key=idempotency_key or new_key())
        )

    def send_test_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> m.WebhookDelivery:
        """Send a test event.

        Sends a `webhook.test` to this webhook, whatever its `events` are. The deliveries show the result.

        Refusals: `webhook_disabled`, `too_many_test_events`, `too_many_deliveries`.
        """
        return self._call(Call("POST", f"/v1/webhooks/{in_path(webhook_id)}/test", m.WebhookDelivery, key=idempotency_key or new_key()))

    def list_deliveries(
        self, webhook_id: str, *, limit: int | None = None, offset: int | None = None, cursor: str | None = None
    ) -> m.ListDeliveriesReply:
        """List the deliveries of a webhook.

        The newest comes first. Each delivery shows every attempt and its answer. Deliveries are kept for 30 days.
        """
        return self._call(
            Call(
                "GET",
                f"/v1/webhooks/{in_path(webhook_id)}/deliveries",
                m.ListDeliveriesReply,
                query={"limit": limit, "offset": offset, "cursor": cursor},
            )
        )

    def iter_deliveries(self, webhook_id: str, *, limit: int | None = None, cursor: str | None = None) -> Iterator[m.WebhookDelivery]:
        """Returns the items of all pages of `list_deliveries`. `limit` is the size of a page."""
        at = cursor
        while True:
            page = self.list_deliveries(webhook_id, limit=limit, cursor=at)
            items = page.deliveries
            yield from items
            at = page.next_cursor
            if at is None:
                return

    def replay_delivery(self, webhook_id: str, delivery_id: str, *, idempotency_key: str | None = None) -> m.WebhookDelivery:
        """Send a delivery again.

        The delivery is sent at once, with the same `webhook-id` and with all its retries. Later events do not wait for it.

        Refusals: `webhook_disabled`, `too_many_deliveries`.
        """
        return self._call(
            Call(
                "POST",
                f"/v1/webhooks/{in_path(webhook_id)}/deliveries/{in_path(delivery_id)}/replay",
                m.WebhookDelivery,
                key=idempotency_key or new_key(),
            )
        )

    def create_hook(self, body: m.CreateHook, *, idempotency_key: str | None = None) -> m.CreatedHook:
        """Create a hook.

        A hook is a prepared order, which an alert places: POST /v1/hooks/{hook_id}. The alert chooses nothing but `fields`, within their bounds. `secret` is shown this once, and stored as a hash.

        Refusals: `too_many_hooks`.
        """
        return self._call(Call("POST", "/v1/hooks", m.CreatedHook, body=body, key=idempotency_key or new_key()))

    def list_hooks(
        self,
    ) -> list[m.Hook]:
        """List your hooks."""
        return self._call(Call("GET", "/v1/hooks", list[m.Hook]))

    def get_hook(self, hook_id: str) -> m.Hook:
        """Get one hook."""
        return self._call(Call("GET", f"/v1/hooks/{in_path(hook_id)}", m.Hook))

    def change_hook(self, hook_id: str, body: m.ChangeHook) -> m.Hook:
        """Change a hook.

        Absent fields stay as they are. `limits` replaces all limits. The order of a hook cannot be changed: create another hook.
        """
        return self._call(Call("PATCH", f"/v1/hooks/{in_path(hook_id)}", m.Hook, body=body))

    def delete_hook(self, hook_id: str) -> None:
        """Delete a hook.

        It takes no more alerts. Its orders stay.
        """
        self._call(Call("DELETE", f"/v1/hooks/{in_path(hook_id)}", NoneType))

    def rotate_hook_secret(self, hook_id: str, *, idempotency_key: str | None = None) -> m.CreatedHook:
        """Give a hook a new secret.

        Alerts with the old secret are refused at once. `secret` is shown this once.
        """
        return self._call(Call("POST", f"/v1/hooks/{in_path(hook_id)}/rotate-secret", m.CreatedHook, key=idempotency_key or new_key()))

    def list_changes(self, *, after: str | None = None, limit: int | None = None) -> m.ListChangesReply:
        """List the changes after a cursor.

        The events of webhooks and streams, oldest first, for clients that poll or were away. `after` is the `cursor` of the last change you know; without it the list begins with the oldest change that is kept. `cursor` is to be sent as `after` of the next call. Changes are kept for 72 hours. They are recorded from your first stream, webhook or call of this endpoint on; recording ends after 72 hours without any.

        Refusals: `cursor_expired`.
        """
        return self._call(Call("GET", "/v1/changes", m.ListChangesReply, query={"after": after, "limit": limit}))

    def iter_changes(self, *, after: str | None = None, limit: int | None = None) -> Iterator[m.Change]:
        """Returns the items of all pages of `list_changes`. `limit` is the size of a page."""
        at = after
        while True:
            page = self.list_changes(limit=limit, after=at)
            items = page.changes
            yield from items
            at = page.cursor
            if not page.has_more:
                return

    def create_api_key(self, body: m.CreateApiKey, *, idempotency_key: str | None = None) -> m.CreatedApiKey:
        """Create an API key.

        `api_key` is shown this once and kept only as a hash; a replayed request shows it as null. A key cannot create a key with more rights than its own, and revoking a key revokes all keys that it led to. You can have 20 keys, or what your quota allows.

        Refusals: `too_many_keys`.
        """
        return self._call(Call("POST", "/v1/api-keys", m.CreatedApiKey, body=body, key=idempotency_key or new_key()))

    def list_api_keys(
        self,
    ) -> list[m.ApiKey]:
        """List your API keys.

        The keys that work, oldest first. The last use is kept to the hour.
        """
        return self._call(Call("GET", "/v1/api-keys", list[m.ApiKey]))

    def revoke_api_key(self, api_key_id: str) -> None:
        """Revoke an API key.

        It stops working with the next request, and so does every key that it led to. Their streams are closed. A key that another key created can revoke itself and the keys that it created, no others.

        Refusals: `not_its_maker`.
        """
        self._call(Call("DELETE", f"/v1/api-keys/{in_path(api_key_id)}", NoneType))

    def get_health(
        self,
    ) -> m.GetHealthReply:
        """Show whether the service answers.

        `version` is the version of the service. `accounts` is the kind of accounts that the service trades with, and `markets` is the kind of markets. With a key it also shows whether the prices for conditional orders are watched, for each exchange that ever had such an order, and in `refusals` exchanges that refuse all orders or all cancels. Orders wait there, and one call at a time tries again. `cost_stop` shows whether an alarm on requests or costs has halted something.
        """
        return self._call(Call("GET", "/v1/health", m.GetHealthReply))

    def get_quotas(
        self,
    ) -> list[m.Quota]:
        """List your quotas and their use.

        A request beyond a quota is refused and has no effect. Orders of stops that fire, and exits of the parent’s position, count and are never refused. Each quota is a setting of the operator.
        """
        return self._call(Call("GET", "/v1/quotas", list[m.Quota]))


class AsyncOperations:
    """Operations of the service, one method for each."""

    async def _call(self, call: Call[T]) -> T:
        raise NotImplementedError

    async def place_order(self, body: m.CreateOrder, *, idempotency_key: str | None = None) -> m.PlaceOrderReply:
        """Place an order.

        The order is stored at once and enqueued for execution. Follow it with GET /v1/orders/{order_id}. The conditional orders in `conditional_orders_params` are stored with it, and act when it has filled.

        Refusals: `subaccount_inactive`, `custom_asset_empty`, `exit_already_reached`, `trail_too_wide`, `trading_halted`, `risk_limit`, `too_many_open_orders`, `too_many_unsent_orders`, `too_many_complex_orders`, `credentials_missing`, `exchange_unavailable`.
        """
        return await self._call(Call("POST", "/v1/orders", m.PlaceOrderReply, body=body, key=idempotency_key or new_key()))

    async def list_orders(
        self,
        *,
        status: Sequence[m.OrderStatusFilter | str] | None = None,
        svc_id: int | None = None,
        custom_asset_id: str | None = None,
        subaccount_id: str | None = None,
        client_order_id: str | None = None,
        tag: str | None = None,
        buy_flag: bool | None = None,
        order_type: m.OrderType | str | None = None,
        time_in_force: m.TimeInForce | str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        include_legs: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> m.ListOrdersReply:
        """List orders, newest first.

        All filters combine. The legs of orders on custom assets are left out unless `include_legs` is true. `Accept: text/csv` gets the orders as CSV.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/orders",
                m.ListOrdersReply,
                query={
                    "status": status,
                    "svc_id": svc_id,
                    "custom_asset_id": custom_asset_id,
                    "subaccount_id": subaccount_id,
                    "client_order_id": client_order_id,
                    "tag": tag,
                    "buy_flag": buy_flag,
                    "order_type": order_type,
                    "time_in_force": time_in_force,
                    "exchange_name": exchange_name,
                    "created_after": created_after,
                    "created_before": created_before,
                    "include_legs": include_legs,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            )
        )

    async def iter_orders(
        self,
        *,
        status: Sequence[m.OrderStatusFilter | str] | None = None,
        svc_id: int | None = None,
        custom_asset_id: str | None = None,
        subaccount_id: str | None = None,
        client_order_id: str | None = None,
        tag: str | None = None,
        buy_flag: bool | None = None,
        order_type: m.OrderType | str | None = None,
        time_in_force: m.TimeInForce | str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        include_legs: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncIterator[m.Order]:
        """Returns the items of all pages of `list_orders`. `limit` is the size of a page."""
        at = cursor
        while True:
            page = await self.list_orders(
                status=status,
                svc_id=svc_id,
                custom_asset_id=custom_asset_id,
                subaccount_id=subaccount_id,
                client_order_id=client_order_id,
                tag=tag,
                buy_flag=buy_flag,
                order_type=order_type,
                time_in_force=time_in_force,
                exchange_name=exchange_name,
                created_after=created_after,
                created_before=created_before,
                include_legs=include_legs,
                limit=limit,
                cursor=at,
            )
            items = page.orders
            for item in items:
                yield item
            at = page.next_cursor
            if at is None:
                return

    async def preview_order(self, body: m.CreateOrder, *, idempotency_key: str | None = None) -> m.PreviewOrderReply:
        """Preview an order.

        The body is that of POST /v1/orders. Nothing is stored or sent. The reply shows what the order would trade on the current books, its cost, and in `refusals` why POST /v1/orders or the exchange would refuse it.
        """
        return await self._call(Call("POST", "/v1/orders/preview", m.PreviewOrderReply, body=body, key=idempotency_key or new_key()))

    async def place_orders(self, body: m.PlaceOrdersBody, *, idempotency_key: str | None = None) -> m.PlaceOrdersReply:
        """Place up to 20 orders.

        Orders are placed independently: `results` has for each, in the same order, its ids or the refusal of POST /v1/orders. Quotas and risk limits count the orders before it. One `Idempotency-Key` covers the batch: a repeat places no order twice, and tries orders again that were refused with any status but 422.
        """
        return await self._call(Call("POST", "/v1/orders/batch", m.PlaceOrdersReply, body=body, key=idempotency_key or new_key()))

    async def get_order(self, order_id: str) -> m.OrderWithFills:
        """Get one order with its fills."""
        return await self._call(Call("GET", f"/v1/orders/{in_path(order_id)}", m.OrderWithFills))

    async def amend_order(self, order_id: str, body: m.AmendOrderBody, *, idempotency_key: str | None = None) -> m.Order:
        """Change quantity, price or expiry of an order.

        Absent fields stay as they are. `qty` is the new total, including fills. Only LIMIT orders with `time_in_force` GTC or GTD can be changed. The change is accepted, not done: follow it in `last_amend`. Until it is DONE, the old order may fill, but never more than the larger total. A refused change leaves the order unchanged. TPs and SLs of an unfilled order must lie beyond a new `price`.

        Refusals: `order_final`, `not_amendable`, `cancel_requested`, `amend_pending`, `below_filled`, `price_off_tick`, `qty_off_lot`, `qty_below_minimum`, `subaccount_inactive`, `credentials_missing`, `trading_halted`, `risk_limit`.
        """
        return await self._call(Call("PATCH", f"/v1/orders/{in_path(order_id)}", m.Order, body=body, key=idempotency_key or new_key()))

    async def request_cancel(self, order_id: str) -> m.OrderCancelResult:
        """Request cancellation of an order.

        The cancel is accepted, not done: the order may still fill before the exchange takes it off its book.
        """
        return await self._call(Call("DELETE", f"/v1/orders/{in_path(order_id)}", m.OrderCancelResult))

    async def cancel_orders(self, body: m.CancelOrdersBody, *, idempotency_key: str | None = None) -> m.OrderCancelResult:
        """Request cancellation of several orders.

        Orders are cancelled independently: `failed_cancelled_reasons` lists finished orders, and orders that do not exist for this caller. The cancel is accepted, not done: an order may still fill before the exchange takes it off its book.
        """
        return await self._call(Call("POST", "/v1/orders/cancel", m.OrderCancelResult, body=body, key=idempotency_key or new_key()))

    async def cancel_all_orders(self, body: m.CancelAllOrdersBody, *, idempotency_key: str | None = None) -> m.OrderCancelResult:
        """Request cancellation of all orders of a subaccount.

        Without a filter, orders accepted before this request and not yet sent are never sent, however many there are. With `svc_id` or `svc_ids`, `exchange_name` and `buy_flag`, which combine, only those orders are cancelled, and an order accepted within the same second may be missed.
        """
        return await self._call(Call("POST", "/v1/orders/cancel-all", m.OrderCancelResult, body=body, key=idempotency_key or new_key()))

    async def place_complex_order(self, body: m.CreateComplexOrder, *, idempotency_key: str | None = None) -> m.PlaceComplexOrderReply:
        """Place a conditional order or a TWAP.

        TP and SL are attached to an order, or to a complex order that will place one, and act when that order has filled. STOP and REVERSE_STOP watch the price, from their activation or from the fill of their parent; with `protect` their quantity is that of the position. On a custom asset they watch the price of all members together, and place MARKET orders. A TWAP sends a large order as many small IOC orders over a period of time. The complex order is stored as PENDING and enqueued for activation.

        Refusals: `subaccount_inactive`, `custom_asset_empty`, `exit_already_reached`, `trail_too_wide`, `trading_halted`, `risk_limit`, `too_many_complex_orders`, `credentials_missing`, `parent_ended`, `too_many_conditionals`, `nothing_to_protect`, `conflict`, `exchange_unavailable`.
        """
        return await self._call(Call("POST", "/v1/complex-orders", m.PlaceComplexOrderReply, body=body, key=idempotency_key or new_key()))

    async def list_complex_orders(
        self,
        *,
        complex_order_type: str | None = None,
        status: Sequence[m.ComplexOrderStatusFilter | str] | None = None,
        svc_id: int | None = None,
        custom_asset_id: str | None = None,
        subaccount_id: str | None = None,
        parent_svc_order_id: str | None = None,
        tag: str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> m.ListComplexOrdersReply:
        """List complex orders, newest first.

        All filters combine. `status` takes several values, and `open` for all that are not final. Each kind lists the newest first. `limit` and `offset` count both kinds together.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/complex-orders",
                m.ListComplexOrdersReply,
                query={
                    "complex_order_type": complex_order_type,
                    "status": status,
                    "svc_id": svc_id,
                    "custom_asset_id": custom_asset_id,
                    "subaccount_id": subaccount_id,
                    "parent_svc_order_id": parent_svc_order_id,
                    "tag": tag,
                    "created_after": created_after,
                    "created_before": created_before,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            )
        )

    async def iter_complex_orders(
        self,
        *,
        complex_order_type: str | None = None,
        status: Sequence[m.ComplexOrderStatusFilter | str] | None = None,
        svc_id: int | None = None,
        custom_asset_id: str | None = None,
        subaccount_id: str | None = None,
        parent_svc_order_id: str | None = None,
        tag: str | None = None,
        created_after: datetime | None = None,
        created_before: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncIterator[m.ComplexOrder]:
        """Returns the items of all pages of `list_complex_orders`. `limit` is the size of a page."""
        at = cursor
        while True:
            page = await self.list_complex_orders(
                complex_order_type=complex_order_type,
                status=status,
                svc_id=svc_id,
                custom_asset_id=custom_asset_id,
                subaccount_id=subaccount_id,
                parent_svc_order_id=parent_svc_order_id,
                tag=tag,
                created_after=created_after,
                created_before=created_before,
                limit=limit,
                cursor=at,
            )
            items = [*page.complex_orders.conditional_orders, *page.complex_orders.twap_orders]
            for item in items:
                yield item
            at = page.next_cursor
            if at is None:
                return

    async def get_complex_order(self, complex_order_id: str) -> m.ComplexOrder:
        """Get one complex order."""
        return await self._call(Call("GET", f"/v1/complex-orders/{in_path(complex_order_id)}", m.ComplexOrder))

    async def cancel_complex_order(self, complex_order_id: str) -> m.ComplexOrderCancelReply:
        """Request cancellation of a complex order.

        An SL or TP and the stop it armed are cancelled together, with everything attached to it. A complex order that has placed its order cannot be cancelled any more; cancel that order instead.
        """
        return await self._call(Call("DELETE", f"/v1/complex-orders/{in_path(complex_order_id)}", m.ComplexOrderCancelReply))

    async def cancel_all_complex_orders(
        self, body: m.CancelAllComplexOrders, *, idempotency_key: str | None = None
    ) -> m.ComplexOrderCancelResult:
        """Request cancellation of all complex orders of a subaccount.

        Complex orders accepted before this request never fire after it, however many there are.
        """
        return await self._call(
            Call("POST", "/v1/complex-orders/cancel-all", m.ComplexOrderCancelResult, body=body, key=idempotency_key or new_key())
        )

    async def create_custom_asset(self, body: m.CreateCustomAsset, *, idempotency_key: str | None = None) -> m.CustomAssetWithMembers:
        """Create a custom asset.

        A custom asset is a named basket of up to 100 markets of both exchanges. It belongs to a subaccount. A market listed twice counts once.

        Refusals: `too_many_custom_assets`, `too_many_members`.
        """
        return await self._call(Call("POST", "/v1/custom-assets", m.CustomAssetWithMembers, body=body, key=idempotency_key or new_key()))

    async def list_custom_assets(self, *, subaccount_id: str | None = None) -> list[m.CustomAsset]:
        """List your custom assets, oldest first.

        The list has no members; GET /v1/custom-assets/{custom_asset_id} shows them.
        """
        return await self._call(Call("GET", "/v1/custom-assets", list[m.CustomAsset], query={"subaccount_id": subaccount_id}))

    async def get_custom_asset(self, custom_asset_id: str) -> m.CustomAssetWithMembers:
        """Get one custom asset with its members."""
        return await self._call(Call("GET", f"/v1/custom-assets/{in_path(custom_asset_id)}", m.CustomAssetWithMembers))

    async def change_custom_asset(self, custom_asset_id: str, body: m.ChangeCustomAsset) -> m.CustomAsset:
        """Change a custom asset.

        Absent fields stay as they are. A null `description` clears it. Orders in progress keep the allocation they were accepted with.
        """
        return await self._call(Call("PATCH", f"/v1/custom-assets/{in_path(custom_asset_id)}", m.CustomAsset, body=body))

    async def delete_custom_asset(self, custom_asset_id: str) -> None:
        """Delete a custom asset.

        Markets bought through it stay: they are positions of the subaccount like any other.

        Refusals: `custom_asset_in_use`.
        """
        await self._call(Call("DELETE", f"/v1/custom-assets/{in_path(custom_asset_id)}", NoneType))

    async def add_members(
        self, custom_asset_id: str, body: m.CustomAssetMembers, *, idempotency_key: str | None = None
    ) -> m.CustomAssetWithMembers:
        """Add markets to a custom asset.

        Adding a member again is safe. If any market is unknown, nothing is added.

        Refusals: `too_many_members`.
        """
        return await self._call(
            Call(
                "POST",
                f"/v1/custom-assets/{in_path(custom_asset_id)}/members",
                m.CustomAssetWithMembers,
                body=body,
                key=idempotency_key or new_key(),
            )
        )

    async def remove_members(self, custom_asset_id: str, body: m.CustomAssetMembers) -> m.CustomAssetWithMembers:
        """Remove markets from a custom asset.

        Removing a market that is not a member is safe. If any market is unknown, nothing is removed. Orders in progress keep the members they were accepted with.
        """
        return await self._call(
            Call("DELETE", f"/v1/custom-assets/{in_path(custom_asset_id)}/members", m.CustomAssetWithMembers, body=body)
        )

    async def create_subaccount(self, body: m.CreateSubaccount, *, idempotency_key: str | None = None) -> m.Subaccount:
        """Create a subaccount.

        Refusals: `too_many_subaccounts`.
        """
        return await self._call(Call("POST", "/v1/subaccounts", m.Subaccount, body=body, key=idempotency_key or new_key()))

    async def list_subaccounts(
        self,
    ) -> list[m.Subaccount]:
        """List your subaccounts."""
        return await self._call(Call("GET", "/v1/subaccounts", list[m.Subaccount]))

    async def get_subaccount(self, subaccount_id: str) -> m.Subaccount:
        """Get one subaccount."""
        return await self._call(Call("GET", f"/v1/subaccounts/{in_path(subaccount_id)}", m.Subaccount))

    async def change_subaccount(self, subaccount_id: str, body: m.ChangeSubaccount) -> m.Subaccount:
        """Change a subaccount.

        Absent fields stay as they are. A null `description` clears it. An inactive subaccount accepts no new orders.
        """
        return await self._call(Call("PATCH", f"/v1/subaccounts/{in_path(subaccount_id)}", m.Subaccount, body=body))

    async def delete_subaccount(self, subaccount_id: str) -> None:
        """Delete a subaccount with its credentials and custom assets.

        Needs scope `admin` where credentials or risk limits are stored. A request that was cut off is completed within two minutes, unless the subaccount is in use or active again. Sent again, 204 or 404 says that the subaccount is gone.

        Refusals: `scope_missing`, `subaccount_in_use`.
        """
        await self._call(Call("DELETE", f"/v1/subaccounts/{in_path(subaccount_id)}", NoneType))

    async def get_limits(self, subaccount_id: str) -> m.Limits:
        """Show the risk limits of a subaccount.

        Shows the limits and how much of each is used. Null means no limit.
        """
        return await self._call(Call("GET", f"/v1/subaccounts/{in_path(subaccount_id)}/limits", m.Limits))

    async def set_limits(self, subaccount_id: str, body: m.SetLimits) -> m.Limits:
        """Set the risk limits of a subaccount, halt it, or end the halt.

        Null lifts a limit. An absent field stays as it is, so halting lifts no limit and setting a limit ends no halt. New limits hold from now on, even for orders that were accepted and not sent yet. They cancel no order that rests at an exchange. Cancels pass, and so do orders that can only reduce a position.
        """
        return await self._call(Call("PUT", f"/v1/subaccounts/{in_path(subaccount_id)}/limits", m.Limits, body=body))

    async def halt_subaccount(self, subaccount_id: str, *, idempotency_key: str | None = None) -> m.Limits:
        """Halt a subaccount.

        From now on no order that could increase a position is accepted or sent, even if it was accepted before. Cancels pass, and so do orders that can only reduce a position. A halted subaccount stays halted. To end the halt, set `halted` to false in its limits, which needs scope `admin`.
        """
        return await self._call(Call("POST", f"/v1/subaccounts/{in_path(subaccount_id)}/halt", m.Limits, key=idempotency_key or new_key()))

    async def flatten_subaccount(
        self, subaccount_id: str, body: m.Flatten | None = None, *, idempotency_key: str | None = None
    ) -> m.Flattened:
        """Cancel everything and close all positions.

        Cancels all orders and complex orders of the subaccount, as both cancel-alls do, and places a `reduce_only` MARKET order for each position. Fills of the cancelled orders until they leave their books are closed too. The service completes an interrupted request within a minute. The body may be left out.

        Refusals: `subaccount_inactive`, `credentials_missing`.
        """
        return await self._call(
            Call("POST", f"/v1/subaccounts/{in_path(subaccount_id)}/flatten", m.Flattened, body=body, key=idempotency_key or new_key())
        )

    async def reset_paper(
        self, subaccount_id: str, body: m.ResetPaperBody | None = None, *, idempotency_key: str | None = None
    ) -> m.ResetPaperReply:
        """Begin paper accounts again.

        Cancels all orders and complex orders, then begins the paper accounts of the subaccount again: with `cash`, or with the cash of their credentials. Earlier orders and fills stay listed, and no longer count in positions, profit and limits. The body may be left out. Repeat a request that did not answer.

        Refusals: `not_paper`, `credentials_missing`, `live_orders`.
        """
        return await self._call(
            Call(
                "POST",
                f"/v1/subaccounts/{in_path(subaccount_id)}/paper/reset",
                m.ResetPaperReply,
                body=body,
                key=idempotency_key or new_key(),
            )
        )

    async def set_dead_mans_switch(self, subaccount_id: str, body: m.SetDeadMansSwitch) -> m.DeadMansSwitch:
        """Set or renew the dead man’s switch.

        If this is not called again within `timeout_s` seconds, all orders of the subaccount are cancelled within 15 seconds of that time, whatever else runs. Armed stops and SLs stay, and so do the orders of exits that have fired. `include_complex_orders` cancels all of these too. `halt` halts trading. Each call renews the switch with its own terms. A switch that has fired does nothing until the next call, whose answer shows the time in `fired_at`.
        """
        return await self._call(Call("PUT", f"/v1/subaccounts/{in_path(subaccount_id)}/dead-mans-switch", m.DeadMansSwitch, body=body))

    async def get_dead_mans_switch(self, subaccount_id: str) -> m.DeadMansSwitch:
        """Show the dead man’s switch.

        Where none is set, or it has fired, `armed` is false.
        """
        return await self._call(Call("GET", f"/v1/subaccounts/{in_path(subaccount_id)}/dead-mans-switch", m.DeadMansSwitch))

    async def end_dead_mans_switch(self, subaccount_id: str) -> None:
        """End the dead man’s switch.

        Nothing is cancelled for it any more. It is no error if none is set. A halt that it made stays.
        """
        await self._call(Call("DELETE", f"/v1/subaccounts/{in_path(subaccount_id)}/dead-mans-switch", NoneType))

    async def put_credentials(
        self,
        subaccount_id: str,
        exchange_name: m.ExchangeName | str,
        body: m.CredentialsOfExchangeA | m.CredentialsOfExchangeB | m.PaperCredentials,
    ) -> m.Credentials:
        """Store exchange credentials.

        A service with paper accounts takes `{"paper": {"cash": 10000}}`: the play money that the account begins with at this exchange. Other services take the key of an exchange. The service checks the credentials with the exchange, then stores them encrypted. They are never shown again. `readiness` shows whether the account can trade, and how to add what is missing. Earlier trades of the account are fetched, and appear as fills and positions.

        Refusals: `credentials_in_use`, `live_orders`, `account_has_history`, `exchange_unavailable`.
        """
        return await self._call(
            Call("PUT", f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}", m.Credentials, body=body)
        )

    async def get_credentials(self, subaccount_id: str, exchange_name: m.ExchangeName | str) -> m.Credentials:
        """Show which exchange credentials are stored.

        Shows a fingerprint, the time of the check, and in `readiness` whether the account can trade and what is missing. Never shows the credentials themselves. If the last check is older than 15 s, the exchange is asked again, and later answers show the result.
        """
        return await self._call(
            Call("GET", f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}", m.Credentials)
        )

    async def delete_credentials(self, subaccount_id: str, exchange_name: m.ExchangeName | str) -> None:
        """Delete stored exchange credentials.

        Refusals: `live_orders`.
        """
        await self._call(Call("DELETE", f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}", NoneType))

    async def request_approvals(
        self, subaccount_id: str, exchange_name: m.ExchangeName | str, *, idempotency_key: str | None = None
    ) -> m.Credentials:
        """Approve the contracts of the exchange.

        Has the wallet approve, through the exchange's relayer, every contract that trading, redemption and merging need and that is not approved yet. This takes some seconds on chain. `readiness` of the credentials follows.

        Refusals: `nothing_to_approve`, `relayer_key_missing`.
        """
        return await self._call(
            Call(
                "POST",
                f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}/approvals",
                m.Credentials,
                key=idempotency_key or new_key(),
            )
        )

    async def set_allocation(
        self, subaccount_id: str, exchange_name: m.ExchangeName | str, body: m.SetAllocationBody
    ) -> m.SetAllocationReply:
        """Spread the cash of an account over its shards.

        EXCHANGE_A keeps money in shards, and an order can only use the shard of its market. The exchange moves free cash to these targets within some seconds, and keeps it there. Shares are of the free cash and add up to 1; an empty list ends this. The list replaces earlier targets, and a repeat changes nothing.

        Refusals: `no_shards`, `allocation_refused`, `exchange_unavailable`.
        """
        return await self._call(
            Call(
                "PUT",
                f"/v1/subaccounts/{in_path(subaccount_id)}/credentials/{in_path(exchange_name)}/allocation",
                m.SetAllocationReply,
                body=body,
            )
        )

    async def search_markets(
        self,
        *,
        q: str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        category: m.Category | str | None = None,
        status: m.MarketStatus | str | None = None,
        expiration_date_start: datetime | None = None,
        expiration_date_end: datetime | None = None,
        svc_ids: Sequence[int] | None = None,
        sort: m.MarketSort | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.SearchMarketsReply:
        """Search and browse markets.

        Exact matches on ticker, condition_id, slug and svc_id come first, whatever their status. Then come markets whose ticker or event ticker begins with `q`, and then markets with all words of `q`. If nothing is found, words of five letters or more may have one typo; `corrected_query` is the text that was searched instead. Without `q` the most traded markets come first; `sort` orders all results in another way. An answer has at most 5 MB: beyond that, descriptions are shortened. `as_of` is the time of the catalogue, which is refreshed hourly while the service is unused.

        Refusals: `catalogue_unavailable`.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/markets/search",
                m.SearchMarketsReply,
                query={
                    "q": q,
                    "exchange_name": exchange_name,
                    "category": category,
                    "status": status,
                    "expiration_date_start": expiration_date_start,
                    "expiration_date_end": expiration_date_end,
                    "svc_ids": svc_ids,
                    "sort": sort,
                    "limit": limit,
                    "offset": offset,
                },
            )
        )

    async def iter_markets(
        self,
        *,
        q: str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        category: m.Category | str | None = None,
        status: m.MarketStatus | str | None = None,
        expiration_date_start: datetime | None = None,
        expiration_date_end: datetime | None = None,
        svc_ids: Sequence[int] | None = None,
        sort: m.MarketSort | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> AsyncIterator[m.Market]:
        """Returns the items of all pages of `search_markets`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = await self.search_markets(
                q=q,
                exchange_name=exchange_name,
                category=category,
                status=status,
                expiration_date_start=expiration_date_start,
                expiration_date_end=expiration_date_end,
                svc_ids=svc_ids,
                sort=sort,
                limit=limit,
                offset=at,
            )
            items = page.results
            for item in items:
                yield item
            at += len(items)
            if not page.has_more or not items:
                return

    async def get_market(self, svc_id: int) -> m.Market:
        """Get one market."""
        return await self._call(Call("GET", f"/v1/markets/{in_path(svc_id)}", m.Market))

    async def get_prices(
        self,
        svc_id: int,
        *,
        type: m.PriceSeriesType | str | None = None,
        interval: m.PriceInterval | str | None = None,
        fidelity: int | None = None,
    ) -> m.PriceSeries:
        """Get the price series of a market.

        The series is candlesticks or a history of prices, back from now over `interval` (`1m` is one month). EXCHANGE_A has real candles with volume: of a minute for 1d, an hour for 1w and 1m, a day for max. EXCHANGE_B has a history of prices every `fidelity` minutes. Its candles have one price and no volume. Periods without data are left out.

        Refusals: `exchange_unavailable`.
        """
        return await self._call(
            Call("GET", f"/v1/prices/{in_path(svc_id)}", m.PriceSeries, query={"type": type, "interval": interval, "fidelity": fidelity})
        )

    async def get_order_book(self, svc_id: int, *, levels: int | None = None) -> m.Orderbook:
        """Get the orderbook of a market.

        The book is live from the exchange, at most a second old. Prices are YES prices. Bids descend and asks ascend, with the total size at each price. The best price of an empty side is null.

        Refusals: `exchange_unavailable`.
        """
        return await self._call(Call("GET", f"/v1/orderbooks/{in_path(svc_id)}", m.Orderbook, query={"levels": levels}))

    async def get_custom_asset_order_book(self, custom_asset_id: str, *, levels: int | None = None) -> m.Orderbook:
        """Get the consolidated orderbook of a custom asset.

        The book combines the live books of the active members, each at most a second old. With allocation BEST_PRICE it merges the levels of all members, without fees, so the best bid can be above the best ask. With EQUAL a level is the price of one contract if all members are traded evenly, as deep as the shallowest member. Members whose exchange does not answer are left out, and `message` names them.

        Refusals: `exchange_unavailable`.
        """
        return await self._call(
            Call("GET", f"/v1/orderbooks/custom-asset/{in_path(custom_asset_id)}", m.Orderbook, query={"levels": levels})
        )

    async def get_quotes(self, *, svc_ids: Sequence[int]) -> m.GetQuotesReply:
        """Get the best prices of many markets.

        Best bid and ask with their sizes, and the last price, in YES prices, live from the exchanges and at most a second old. There is one row for each instrument, each once, in the order asked for. A market without a quote has nulls and a `message`: it is unknown, closed, or its exchange does not answer within three seconds. `as_of` is the exchange’s own time where it gives one.
        """
        return await self._call(Call("GET", "/v1/quotes", m.GetQuotesReply, query={"svc_ids": svc_ids}))

    async def get_trades(self, svc_id: int, *, limit: int | None = None, before: datetime | None = None) -> m.GetTradesReply:
        """Get the trades of a market.

        Trades of all traders, newest first. Prices are YES prices, and a taker who sold NO bought YES. `before` continues after a page: pass the `timestamp` of its last trade. A page may have more than `limit`: it never ends between two trades of one time. Times of EXCHANGE_B are whole seconds, and its list may be some minutes old: see `as_of`.

        Refusals: `exchange_unavailable`.
        """
        return await self._call(Call("GET", f"/v1/trades/{in_path(svc_id)}", m.GetTradesReply, query={"limit": limit, "before": before}))

    async def iter_trades(self, svc_id: int, *, limit: int | None = None, before: datetime | None = None) -> AsyncIterator[m.Trade]:
        """Returns the items of all pages of `get_trades`. `limit` is the size of a page."""
        at = before
        while True:
            page = await self.get_trades(svc_id, limit=limit, before=at)
            items = page.trades
            for item in items:
                yield item
            if not page.has_more or not items:
                return
            at = items[-1].timestamp

    async def get_fees(self, svc_id: int) -> m.Fees:
        """Get the fees of a market.

        The formula, the rates of takers and makers, how the exchange rounds, and what 100 contracts come to at prices of 0.10 to 0.90, filled at once. The rates are those of the catalogue. Rates and fees are null where the exchange charges by a fee type without a published formula.
        """
        return await self._call(Call("GET", f"/v1/fees/{in_path(svc_id)}", m.Fees))

    async def list_events(
        self,
        *,
        q: str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        category: m.Category | str | None = None,
        status: m.MarketStatus | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.ListEventsReply:
        """Search and browse events.

        An event is one occurrence with one or several markets. With `q`, the best matches come first: ticker, then name or tags of a market, then description. Else the most traded come first.

        Refusals: `catalogue_unavailable`.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/events",
                m.ListEventsReply,
                query={"q": q, "exchange_name": exchange_name, "category": category, "status": status, "limit": limit, "offset": offset},
            )
        )

    async def iter_events(
        self,
        *,
        q: str | None = None,
        exchange_name: m.ExchangeName | str | None = None,
        category: m.Category | str | None = None,
        status: m.MarketStatus | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> AsyncIterator[m.ListedEvent]:
        """Returns the items of all pages of `list_events`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = await self.list_events(q=q, exchange_name=exchange_name, category=category, status=status, limit=limit, offset=at)
            items = page.events
            for item in items:
                yield item
            at += len(items)
            if not page.has_more or not items:
                return

    async def get_event(self, event_id: str) -> m.EventWithMarkets:
        """Get one event with its markets.

        The markets are those of the catalogue, whatever their status, the most traded ones first. Closed markets leave the catalogue three days after their close. An answer has at most 5 MB: beyond that, descriptions are shortened and end with `…`.

        Refusals: `catalogue_unavailable`.
        """
        return await self._call(Call("GET", f"/v1/events/{in_path(event_id)}", m.EventWithMarkets))

    async def get_watchlists(
        self,
    ) -> m.Watchlists:
        """Get your watchlists.

        All named lists of markets that the user has stored. Every key of the user reads the same lists.
        """
        return await self._call(Call("GET", "/v1/watchlists", m.Watchlists))

    async def set_watchlists(self, body: m.SetWatchlists) -> m.Watchlists:
        """Replace your watchlists.

        The body replaces all lists: at most 20 lists of 200 markets, and 3,000 markets together. `version` is that of the answer on which the change is based, 0 for the first. If the lists have changed since, nothing is stored. A repeat of the stored lists changes nothing. A 422 names added markets that are unknown.

        Refusals: `watchlists_changed`.
        """
        return await self._call(Call("PUT", "/v1/watchlists", m.Watchlists, body=body))

    async def list_positions(
        self,
        *,
        subaccount_id: str | None = None,
        svc_id: int | None = None,
        include_closed: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.ListPositionsReply:
        """Show the positions of each subaccount.

        The list has every market that a subaccount has traded, here or elsewhere, as stored at `as_of`. The answer never waits for an exchange. If the exchange was asked more than 15 s ago, it is asked again, and the next answers show what it says. Positions in closed markets need `include_closed`. `limit` and `offset` count the positions of all subaccounts as one sequence. Without `limit` the answer has all that it can hold. Once a market has paid, its position is 0, and its payout is realized.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/positions",
                m.ListPositionsReply,
                query={
                    "subaccount_id": subaccount_id,
                    "svc_id": svc_id,
                    "include_closed": include_closed,
                    "limit": limit,
                    "offset": offset,
                },
            )
        )

    async def iter_positions(
        self,
        *,
        subaccount_id: str | None = None,
        svc_id: int | None = None,
        include_closed: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> AsyncIterator[m.Position]:
        """Returns the items of all pages of `list_positions`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = await self.list_positions(
                subaccount_id=subaccount_id, svc_id=svc_id, include_closed=include_closed, limit=limit, offset=at
            )
            items = [item for group in page.subaccount_to_positions for item in group.positions]
            for item in items:
                yield item
            at += len(items)
            if not page.has_more or not items:
                return

    async def close_positions(self, body: m.ClosePositions, *, idempotency_key: str | None = None) -> m.ClosingOrders:
        """Close positions at the market.

        Places a `reduce_only` MARKET order for the position in one market, or in each. The reply lists the orders; it is empty if there are no positions. Holdings of a custom asset are the positions of its members. Decided positions are paid or redeemed, and are left out. Orders and stops stay: `POST /v1/subaccounts/{subaccount_id}/flatten` cancels them first.

        Refusals: `subaccount_inactive`, `credentials_missing`.
        """
        return await self._call(Call("POST", "/v1/positions/close", m.ClosingOrders, body=body, key=idempotency_key or new_key()))

    async def redeem_positions(self, body: m.RedeemPositionsBody, *, idempotency_key: str | None = None) -> m.RedeemPositionsReply:
        """Redeem decided positions.

        Redeems every position whose `settlement` is `redeemable`, and merges pairs of YES and NO into dollars, in one market or in all. The reply lists redemptions and merges that have begun: a repeat begins none twice. `GET /v1/redemptions` shows their state. Positions of EXCHANGE_A are paid without this.

        Refusals: `credentials_missing`, `relayer_key_missing`.
        """
        return await self._call(Call("POST", "/v1/positions/redeem", m.RedeemPositionsReply, body=body, key=idempotency_key or new_key()))

    async def list_redemptions(
        self, *, subaccount_id: str | None = None, svc_id: int | None = None, limit: int | None = None, offset: int | None = None
    ) -> m.ListRedemptionsReply:
        """List redemptions.

        Redemptions and merges, newest first, with their state, payout and transaction.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/redemptions",
                m.ListRedemptionsReply,
                query={"subaccount_id": subaccount_id, "svc_id": svc_id, "limit": limit, "offset": offset},
            )
        )

    async def iter_redemptions(
        self, *, subaccount_id: str | None = None, svc_id: int | None = None, limit: int | None = None, offset: int | None = None
    ) -> AsyncIterator[m.Redemption]:
        """Returns the items of all pages of `list_redemptions`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = await self.list_redemptions(subaccount_id=subaccount_id, svc_id=svc_id, limit=limit, offset=at)
            items = page.redemptions
            for item in items:
                yield item
            at += len(items)
            if not page.has_more or not items:
                return

    async def list_fills(
        self,
        *,
        subaccount_id: str | None = None,
        svc_id: int | None = None,
        tag: str | None = None,
        start_time: datetime | None = None,
        end_time: datetime | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> m.ListFillsReply:
        """List the fills of each subaccount.

        The list has all trades of the accounts, including trades made elsewhere, which have `svc_order_id` null. `limit` and `offset` count the fills of all subaccounts as one sequence, newest first by the exchange’s time and then by id. The answer never waits for an exchange: it has all trades up to `as_of`, which is null while earlier trades are being read. If the exchange was asked more than 15 s ago, it is asked again for the next answers. `Accept: text/csv` gets the fills as CSV.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/fills",
                m.ListFillsReply,
                query={
                    "subaccount_id": subaccount_id,
                    "svc_id": svc_id,
                    "tag": tag,
                    "start_time": start_time,
                    "end_time": end_time,
                    "limit": limit,
                    "offset": offset,
                    "cursor": cursor,
                },
            )
        )

    async def iter_fills(
        self,
        *,
        subaccount_id: str | None = None,
        svc_id: int | None = None,
        tag: str | None = None,
        start_time: datetime | None = None,
        end_time: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> AsyncIterator[m.Fill]:
        """Returns the items of all pages of `list_fills`. `limit` is the size of a page."""
        at = cursor
        while True:
            page = await self.list_fills(
                subaccount_id=subaccount_id, svc_id=svc_id, tag=tag, start_time=start_time, end_time=end_time, limit=limit, cursor=at
            )
            items = [item for group in page.subaccount_to_fills for item in group.fills]
            for item in items:
                yield item
            at = page.next_cursor
            if at is None:
                return

    async def list_pnl(
        self,
        *,
        group_by: str,
        subaccount_id: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> m.ListPnlReply:
        """Show the gain of each tag.

        Counts the fills of tagged orders alone, at the average cost within the tag and the market. A tag may hold YES while the account holds less, because other orders sold it. Reversed fills do not count. A market that has paid is closed at its payout.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/pnl",
                m.ListPnlReply,
                query={"group_by": group_by, "subaccount_id": subaccount_id, "tag": tag, "limit": limit, "offset": offset},
            )
        )

    async def iter_pnl(
        self,
        *,
        group_by: str,
        subaccount_id: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> AsyncIterator[m.ListPnlReplyPnl]:
        """Returns the items of all pages of `list_pnl`. `limit` is the size of a page. A row may be missing or come twice if rows are added meanwhile."""
        at = offset or 0
        while True:
            page = await self.list_pnl(group_by=group_by, subaccount_id=subaccount_id, tag=tag, limit=limit, offset=at)
            items = page.pnl
            for item in items:
                yield item
            at += len(items)
            if not page.has_more or not items:
                return

    async def list_balances(self, *, subaccount_id: str | None = None) -> list[m.Balance]:
        """Show the cash at each exchange.

        This endpoint asks every exchange for which a subaccount has credentials. Cash of EXCHANGE_A may be 5 s old. For an exchange that does not answer within eight seconds, `balance` is null and `error` has the reason; other exchanges are still shown. EXCHANGE_A keeps money in shards, and an order can only use the shard of its market.
        """
        return await self._call(Call("GET", "/v1/balances", list[m.Balance], query={"subaccount_id": subaccount_id}))

    async def get_portfolio_history(
        self, *, subaccount_id: str | None = None, interval: m.HistoryInterval | str | None = None, start_time: datetime | None = None
    ) -> m.GetPortfolioHistoryReply:
        """Show the equity over time.

        One point for each hour of the last 90 days, or for each UTC day. An account that holds nothing has one a day only. Without `subaccount_id` all subaccounts are added up, but real and paper ones never together. The present value is not included.
        """
        return await self._call(
            Call(
                "GET",
                "/v1/portfolio/history",
                m.GetPortfolioHistoryReply,
                query={"subaccount_id": subaccount_id, "interval": interval, "start_time": start_time},
            )
        )

    async def create_webhook(self, body: m.CreateWebhook, *, idempotency_key: str | None = None) -> m.CreatedWebhook:
        """Create a webhook.

        From now on the address receives every change of your orders, signed as Standard Webhooks describes. A webhook of kind `discord`, `slack` or `telegram` receives a readable line for each fill, end of an order, fired stop and settlement instead; `url` is its secret, and is shown without its path. `secret` is shown this once; a replayed request shows it as null.

        Refusals: `too_many_webhooks`.
        """
        return await self._call(Call("POST", "/v1/webhooks", m.CreatedWebhook, body=body, key=idempotency_key or new_key()))

    async def list_webhooks(
        self,
    ) -> list[m.Webhook]:
        """List your webhooks."""
        return await self._call(Call("GET", "/v1/webhooks", list[m.Webhook]))

    async def get_webhook(self, webhook_id: str) -> m.Webhook:
        """Get one webhook."""
        return await self._call(Call("GET", f"/v1/webhooks/{in_path(webhook_id)}", m.Webhook))

    async def change_webhook(self, webhook_id: str, body: m.ChangeWebhook) -> m.Webhook:
        """Change a webhook.

        Absent fields stay as they are. Null for `events` means all events. `is_active` true turns a webhook on again after its failures turned it off. A chat can become another chat with the `kind` and the `url` of that. A webhook of kind `standard` stays one.
        """
        return await self._call(Call("PATCH", f"/v1/webhooks/{in_path(webhook_id)}", m.Webhook, body=body))

    async def delete_webhook(self, webhook_id: str) -> None:
        """Delete a webhook.

        No more events are sent to it, including events that were still waiting.
        """
        await self._call(Call("DELETE", f"/v1/webhooks/{in_path(webhook_id)}", NoneType))

    async def rotate_webhook_secret(self, webhook_id: str, *, idempotency_key: str | None = None) -> m.CreatedWebhook:
        """Give a webhook a new secret.

        For 24 hours every message is also signed with the old secret, so the receiver can switch without losing a message. `secret` is shown this once: where the answer is lost, a repeat with the same `Idempotency-Key` gives no other one, and has it null.

        Refusals: `no_secret`.
        """
        return await self._call(
            Call("POST", f"/v1/webhooks/{in_path(webhook_id)}/rotate-secret", m.CreatedWebhook, key=idempotency_key or new_key())
        )

    async def send_test_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> m.WebhookDelivery:
        """Send a test event.

        Sends a `webhook.test` to this webhook, whatever its `events` are. The deliveries show the result.

        Refusals: `webhook_disabled`, `too_many_test_events`, `too_many_deliveries`.
        """
        return await self._call(
            Call("POST", f"/v1/webhooks/{in_path(webhook_id)}/test", m.WebhookDelivery, key=idempotency_key or new_key())
        )

    async def list_deliveries(
        self, webhook_id: str, *, limit: int | None = None, offset: int | None = None, cursor: str | None = None
    ) -> m.ListDeliveriesReply:
        """List the deliveries of a webhook.

        The newest comes first. Each delivery shows every attempt and its answer. Deliveries are kept for 30 days.
        """
        return await self._call(
            Call(
                "GET",
                f"/v1/webhooks/{in_path(webhook_id)}/deliveries",
                m.ListDeliveriesReply,
                query={"limit": limit, "offset": offset, "cursor": cursor},
            )
        )

    async def iter_deliveries(
        self, webhook_id: str, *, limit: int | None = None, cursor: str | None = None
    ) -> AsyncIterator[m.WebhookDelivery]:
        """Returns the items of all pages of `list_deliveries`. `limit` is the size of a page."""
        at = cursor
        while True:
            page = await self.list_deliveries(webhook_id, limit=limit, cursor=at)
            items = page.deliveries
            for item in items:
                yield item
            at = page.next_cursor
            if at is None:
                return

    async def replay_delivery(self, webhook_id: str, delivery_id: str, *, idempotency_key: str | None = None) -> m.WebhookDelivery:
        """Send a delivery again.

        The delivery is sent at once, with the same `webhook-id` and with all its retries. Later events do not wait for it.

        Refusals: `webhook_disabled`, `too_many_deliveries`.
        """
        return await self._call(
            Call(
                "POST",
                f"/v1/webhooks/{in_path(webhook_id)}/deliveries/{in_path(delivery_id)}/replay",
                m.WebhookDelivery,
                key=idempotency_key or new_key(),
            )
        )

    async def create_hook(self, body: m.CreateHook, *, idempotency_key: str | None = None) -> m.CreatedHook:
        """Create a hook.

        A hook is a prepared order, which an alert places: POST /v1/hooks/{hook_id}. The alert chooses nothing but `fields`, within their bounds. `secret` is shown this once, and stored as a hash.

        Refusals: `too_many_hooks`.
        """
        return await self._call(Call("POST", "/v1/hooks", m.CreatedHook, body=body, key=idempotency_key or new_key()))

    async def list_hooks(
        self,
    ) -> list[m.Hook]:
        """List your hooks."""
        return await self._call(Call("GET", "/v1/hooks", list[m.Hook]))

    async def get_hook(self, hook_id: str) -> m.Hook:
        """Get one hook."""
        return await self._call(Call("GET", f"/v1/hooks/{in_path(hook_id)}", m.Hook))

    async def change_hook(self, hook_id: str, body: m.ChangeHook) -> m.Hook:
        """Change a hook.

        Absent fields stay as they are. `limits` replaces all limits. The order of a hook cannot be changed: create another hook.
        """
        return await self._call(Call("PATCH", f"/v1/hooks/{in_path(hook_id)}", m.Hook, body=body))

    async def delete_hook(self, hook_id: str) -> None:
        """Delete a hook.

        It takes no more alerts. Its orders stay.
        """
        await self._call(Call("DELETE", f"/v1/hooks/{in_path(hook_id)}", NoneType))

    async def rotate_hook_secret(self, hook_id: str, *, idempotency_key: str | None = None) -> m.CreatedHook:
        """Give a hook a new secret.

        Alerts with the old secret are refused at once. `secret` is shown this once.
        """
        return await self._call(
            Call("POST", f"/v1/hooks/{in_path(hook_id)}/rotate-secret", m.CreatedHook, key=idempotency_key or new_key())
        )

    async def list_changes(self, *, after: str | None = None, limit: int | None = None) -> m.ListChangesReply:
        """List the changes after a cursor.

        The events of webhooks and streams, oldest first, for clients that poll or were away. `after` is the `cursor` of the last change you know; without it the list begins with the oldest change that is kept. `cursor` is to be sent as `after` of the next call. Changes are kept for 72 hours. They are recorded from your first stream, webhook or call of this endpoint on; recording ends after 72 hours without any.

        Refusals: `cursor_expired`.
        """
        return await self._call(Call("GET", "/v1/changes", m.ListChangesReply, query={"after": after, "limit": limit}))

    async def iter_changes(self, *, after: str | None = None, limit: int | None = None) -> AsyncIterator[m.Change]:
        """Returns the items of all pages of `list_changes`. `limit` is the size of a page."""
        at = after
        while True:
            page = await self.list_changes(limit=limit, after=at)
            items = page.changes
            for item in items:
                yield item
            at = page.cursor
            if not page.has_more:
                return

    async def create_api_key(self, body: m.CreateApiKey, *, idempotency_key: str | None = None) -> m.CreatedApiKey:
        """Create an API key.

        `api_key` is shown this once and kept only as a hash; a replayed request shows it as null. A key cannot create a key with more rights than its own, and revoking a key revokes all keys that it led to. You can have 20 keys, or what your quota allows.

        Refusals: `too_many_keys`.
        """
        return await self._call(Call("POST", "/v1/api-keys", m.CreatedApiKey, body=body, key=idempotency_key or new_key()))

    async def list_api_keys(
        self,
    ) -> list[m.ApiKey]:
        """List your API keys.

        The keys that work, oldest first. The last use is kept to the hour.
        """
        return await self._call(Call("GET", "/v1/api-keys", list[m.ApiKey]))

    async def revoke_api_key(self, api_key_id: str) -> None:
        """Revoke an API key.

        It stops working with the next request, and so does every key that it led to. Their streams are closed. A key that another key created can revoke itself and the keys that it created, no others.

        Refusals: `not_its_maker`.
        """
        await self._call(Call("DELETE", f"/v1/api-keys/{in_path(api_key_id)}", NoneType))

    async def get_health(
        self,
    ) -> m.GetHealthReply:
        """Show whether the service answers.

        `version` is the version of the service. `accounts` is the kind of accounts that the service trades with, and `markets` is the kind of markets. With a key it also shows whether the prices for conditional orders are watched, for each exchange that ever had such an order, and in `refusals` exchanges that refuse all orders or all cancels. Orders wait there, and one call at a time tries again. `cost_stop` shows whether an alarm on requests or costs has halted something.
        """
        return await self._call(Call("GET", "/v1/health", m.GetHealthReply))

    async def get_quotas(
        self,
    ) -> list[m.Quota]:
        """List your quotas and their use.

        A request beyond a quota is refused and has no effect. Orders of stops that fire, and exits of the parent’s position, count and are never refused. Each quota is a setting of the operator.
        """
        return await self._call(Call("GET", "/v1/quotas", list[m.Quota]))
