"""Made by scripts/generate.py from docs/openapi.json. Do not edit."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, ConfigDict, Field
from typing_extensions import TypeAliasType

from pmtrading._model import Model, OpenEnum


class OrderCancelResult(Model):
    cancelled_svc_order_ids: list[str]
    """
    Orders whose cancellation was accepted; they may still fill
    """
    failed_cancelled_reasons: dict[str, str]
    """
    Orders that could not be cancelled, or had already finished: a sentence by order id
    """


class ComplexOrderIds(Model):
    conditional_orders: list[str] | None = None
    """
    Conditional orders, in the order of their parameters
    """


class CancelAllComplexOrders(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    subaccount_id: str
    """
    Subaccount
    """


class ComplexOrderCancelResult(Model):
    cancelled_complex_order_ids: list[str]
    """
    Complex orders that are cancelled
    """
    failed_cancelled_complex_order_ids: dict[str, str]
    """
    Complex orders that could not be cancelled: a sentence by id
    """


class TwapOrderParams(Model):
    """
    See also `CreateOrder`.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    buy_flag: bool
    total_qty: Decimal
    """
    Total number of contracts
    """
    duration_s: int
    """
    Seconds from the first slice to the end, 60 to 86,400
    """
    slices: int
    """
    Number of slices, 2 to 288, at least 5 seconds apart
    """
    limit_price: Decimal | None = None
    """
    YES price beyond which no slice trades; null: MARKET slices
    """
    max_slippage: Decimal | None = None
    randomize: bool | None = False
    """
    Whether the size of each slice varies by up to a fifth
    """


class CustomAssetMembers(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    svc_ids: list[int]
    """
    Instruments; a repeated one counts once
    """


class TopMarket(Model):
    """
    See also `Market`.
    """

    svc_id: int
    name: str
    """
    Name
    """
    subtitle: str | None = None
    last_price: Decimal | None = None
    """
    As in `Market`; GET /v1/quotes has the live one
    """
    as_of: AwareDatetime | None = None
    """
    Time of these figures
    """


class Quote(Model):
    svc_id: int
    """
    Instrument
    """
    best_bid: Decimal | None = None
    """
    Highest price somebody buys at; null without bids
    """
    bid_qty: Decimal | None = None
    """
    Contracts at that price
    """
    best_ask: Decimal | None = None
    """
    Lowest price somebody sells at; null without asks
    """
    ask_qty: Decimal | None = None
    """
    Contracts at that price
    """
    last_price: Decimal | None = None
    """
    Price of the last trade in the book, without block trades; null if the exchange shows none, and on EXCHANGE_A for some seconds after a pause of your requests
    """
    as_of: AwareDatetime | None = None
    """
    Time of bid and ask, from the exchange if it gives one; null without a quote
    """
    message: str | None = None
    """
    Why there is no quote, why it cannot be traded, or how much older `last_price` is; else null
    """


class Trade(Model):
    trade_id: str
    """
    Trade; on EXCHANGE_B its transaction, with a number if the transaction has several trades of the market
    """
    price: Decimal
    """
    YES price in dollars
    """
    qty: Decimal
    """
    Contracts
    """
    taker_buy_flag: bool | None = None
    """
    Whether the taker bought YES or sold NO; null where the exchange does not tell
    """
    is_block_trade: bool
    """
    Whether two parties negotiated it off the book: it is no price of the market, and fires no stop. Always false on EXCHANGE_B
    """
    timestamp: AwareDatetime
    """
    When it was traded
    """


class LateShare(Model):
    share: str
    """
    First 12 hex digits of SHA-256 of `price-watch:<user id>`
    """
    stops: int
    """
    Armed stops on custom assets that are known of
    """
    late_since: AwareDatetime
    """
    When all of them had last been compared with prices
    """


class EquityPoint(Model):
    at: AwareDatetime
    """
    Start of the hour or the day. A day has its last value
    """
    equity: Decimal | None = None
    """
    Cash and value of the positions, in dollars; null if one of them was unknown
    """
    cash: Decimal | None = None
    """
    Cash, in dollars; null if an exchange did not report it
    """
    positions_value: Decimal | None = None
    """
    Value of the positions at their mark prices, in dollars, decided ones at their payout; null if one had no price
    """


class Subaccount(Model):
    subaccount_id: str
    """
    Subaccount
    """
    name: str
    """
    Name
    """
    description: str | None = None
    """
    Free text; null when there is none
    """
    is_active: bool
    """
    An inactive subaccount accepts no new orders
    """
    is_paper: bool
    """
    True for play money on real markets. It belongs to the subaccount, and never changes
    """
    inserted_at: AwareDatetime
    """
    When it was created
    """


class CreateSubaccount(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    name: str
    """
    Name
    """
    description: str | None = None
    """
    Free text; null when there is none
    """


class ChangeSubaccount(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    name: str | None = None
    """
    Name
    """
    description: str | None = None
    """
    Free text; null when there is none
    """
    is_active: bool | None = None
    """
    An inactive subaccount accepts no new orders
    """


class ClosePositions(Model):
    """
    See also `CreateOrder`.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    subaccount_id: str
    svc_id: int | None = None
    """
    Only this instrument; absent or null: every one
    """
    max_slippage: Decimal | None = None


class ClosingOrders(Model):
    closing_svc_order_ids: list[str]
    """
    `reduce_only` MARKET orders, one for each market in which something is held; follow them like any order
    """


class Flatten(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    max_slippage: Decimal | None = None
    """
    Farthest price from the best of the book when it is priced, in dollars. MARKET orders and TWAP slices only; null: the usual allowance
    """


class Flattened(Model):
    cancelled_svc_order_ids: list[str]
    """
    Orders whose cancellation was accepted; they may still fill
    """
    failed_cancelled_reasons: dict[str, str]
    """
    Orders that could not be cancelled, or had already finished: a sentence by order id
    """
    cancelled_complex_order_ids: list[str]
    """
    Complex orders that are cancelled
    """
    failed_cancelled_complex_order_ids: dict[str, str]
    """
    Complex orders that could not be cancelled: a sentence by id
    """
    closing_svc_order_ids: list[str]
    """
    `reduce_only` MARKET orders, one for each market in which something is held; follow them like any order
    """


class DeadMansSwitch(Model):
    subaccount_id: str
    """
    Subaccount
    """
    armed: bool
    """
    Whether it will cancel if it is not renewed
    """
    timeout_s: int | None = None
    """
    Seconds from a renewal until it cancels
    """
    include_complex_orders: bool
    """
    Whether it cancels complex orders too, also those that protect a position
    """
    halt: bool
    """
    Whether it halts trading too
    """
    renewed_at: AwareDatetime | None = None
    """
    When it was last set or renewed; null if none is set
    """
    fires_at: AwareDatetime | None = None
    """
    When it cancels, within 15 seconds, unless it is renewed; null if it is not armed
    """
    fired_at: AwareDatetime | None = None
    """
    When it last fired: shown by the first renewal after that, and by GET until the next one; null if it has not fired
    """


class SetDeadMansSwitch(Model):
    """
    See also `DeadMansSwitch`.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    timeout_s: int
    include_complex_orders: bool | None = False
    halt: bool | None = False


class Limits(Model):
    subaccount_id: str
    """
    Subaccount
    """
    max_order_qty: Decimal | None = None
    """
    Maximum contracts of one order; null: no limit
    """
    max_order_cost: Decimal | None = None
    """
    Maximum worst-case cost of one order, in dollars without fees: price × qty for a buy, (1 − price) × qty for a sell; null: no limit
    """
    max_open_orders: int | None = None
    """
    Maximum number of open orders; null: no limit
    """
    max_daily_loss: Decimal | None = None
    """
    Maximum loss of a UTC day, in dollars, realized and marked; null: no limit
    """
    mcp_daily_cost: Decimal | None = None
    """
    Maximum worst-case cost of the orders that agents confirm at `POST /v1/mcp` in a UTC day, in dollars without fees; null: no limit
    """
    halted: bool
    """
    true accepts only cancels and orders that reduce a position
    """
    updated_at: AwareDatetime | None = None
    """
    When it last changed
    """
    open_orders: int
    """
    Number of open orders
    """
    daily_loss: Decimal | None = None
    """
    Loss since the UTC day began, in dollars; a gain is negative; null without `max_daily_loss`
    """
    worst_daily_loss: Decimal | None = None
    """
    Largest loss seen this UTC day, compared with `max_daily_loss`; null without it
    """
    mcp_cost_today: Decimal
    """
    Worst-case cost of the orders that agents have confirmed since 00:00 UTC, in dollars; compared with `mcp_daily_cost`
    """
    day_started_at: AwareDatetime | None = None
    """
    Start of the UTC day; null without `max_daily_loss`
    """


class SetLimits(Model):
    """
    See also `Limits`.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    max_order_qty: Decimal | None = None
    max_order_cost: Decimal | None = None
    max_open_orders: int | None = None
    max_daily_loss: Decimal | None = None
    mcp_daily_cost: Decimal | None = None
    halted: bool | None = None


class SubaccountHalt(Model):
    subaccount_id: str
    """
    Subaccount
    """
    name: str
    """
    Name of the subaccount
    """
    halted: bool
    """
    Whether it is halted
    """
    api_key_id: str | None = None
    """
    Key of the request; null for a dead man's switch
    """


class CredentialsOfExchangeA(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    api_key_id: str
    """
    The key id from the exchange
    """
    private_key: str
    """
    PEM, RSA or Ed25519
    """


class CredentialsOfExchangeB(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    private_key: str
    """
    The wallet's private key, in hex
    """
    signature_type: int
    """
    How the wallet signs: 0 the key itself, 1 proxy, 2 Safe, 3 deposit wallet
    """
    funder_address: str | None = None
    """
    Address that holds the money, for signature types 1 to 3
    """
    relayer_api_key: str | None = None
    """
    A key of the exchange's relayer, made on its website: with it the service approves, redeems and merges for the wallet
    """
    auto_redeem: bool | None = None
    """
    Whether the service redeems decided positions and merges pairs by itself (EXCHANGE_B, with a `relayer_api_key`)
    """


class Alert(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    secret: str
    """
    Secret of the hook
    """
    alert_id: str
    """
    Id that the sender gives the alert: it is carried out once
    """
    price: Decimal | None = None
    """
    YES price in dollars
    """
    qty: Decimal | None = None
    """
    Contracts
    """
    sent_at: AwareDatetime | None = None
    """
    Time of the alert; older than five minutes is refused
    """


class EventFacts(Model):
    event_id: str
    """
    The event: the same in every message and in `GET /v1/changes`; of a webhook also the header `webhook-id`
    """
    timestamp: AwareDatetime
    """
    When it happened. Deliveries may come later
    """
    object_id: str
    """
    The object it is about
    """
    sequence: int
    """
    Order of the events of one object. It grows, and has gaps
    """
    previous_status: str | None = None
    """
    Status before, `settlement` of a position, or `halted`; null for the first event
    """


class SubaccountHaltedEvent(EventFacts):
    """
    A subaccount was halted. Sent once when a halt begins, by a request or a dead man’s switch.
    """

    type: Literal["subaccount.halted"]
    data: SubaccountHalt
    """
    The object at that time
    """


class SubaccountResumedEvent(EventFacts):
    """
    The halt of a subaccount ended. Sent once when `halted` becomes false.
    """

    type: Literal["subaccount.resumed"]
    data: SubaccountHalt
    """
    The object at that time
    """


class ChangeCursor(Model):
    cursor: str
    """
    Where the change stands. A whole number as text; it grows
    """


class SubaccountHaltedChange(SubaccountHaltedEvent, ChangeCursor):
    type: Literal["subaccount.halted"]


class SubaccountResumedChange(SubaccountResumedEvent, ChangeCursor):
    type: Literal["subaccount.resumed"]


class StreamAuth(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    op: Literal["auth"]
    """
    What the message is
    """
    key: str
    """
    API key of any scope
    """
    id: str | None = None
    """
    Your name for the message. The answer repeats it
    """


class StreamSubscribe(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    op: Literal["subscribe"]
    """
    What the message is
    """
    channels: list[str]
    """
    Channels to add
    """
    after: str | None = None
    """
    Cursor to go on after, for all channels of changes of the stream; absent: the first of them begins now
    """
    id: str | None = None
    """
    Your name for the message. The answer repeats it
    """


class StreamUnsubscribe(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    op: Literal["unsubscribe"]
    """
    What the message is
    """
    channels: list[str]
    """
    Channels to leave
    """
    id: str | None = None
    """
    Your name for the message. The answer repeats it
    """


class StreamPing(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    op: Literal["ping"]
    """
    What the message is
    """
    id: str | None = None
    """
    Your name for the message. The answer repeats it
    """


StreamClientMessage = TypeAliasType(
    "StreamClientMessage",
    Annotated[
        StreamAuth | StreamSubscribe | StreamUnsubscribe | StreamPing,
        Field(discriminator="op", title="StreamClientMessage"),
    ],
)


class StreamEventFacts(Model):
    op: Literal["event"]
    channel: str
    """
    As it was subscribed
    """


class StreamSubaccountHaltedEvent(SubaccountHaltedChange, StreamEventFacts):
    type: Literal["subaccount.halted"]


class StreamSubaccountResumedEvent(SubaccountResumedChange, StreamEventFacts):
    type: Literal["subaccount.resumed"]


class StreamSubscribed(Model):
    op: Literal["subscribed"]
    channels: list[str]
    """
    All channels that the stream is now subscribed to
    """
    cursor: str
    """
    Up to here all has been sent: what comes after it follows
    """
    id: str | None = None
    """
    That of the message it answers, if it had one
    """


class StreamUnsubscribed(Model):
    op: Literal["unsubscribed"]
    channels: list[str]
    """
    All channels that the stream is now subscribed to
    """
    id: str | None = None
    """
    That of the message it answers, if it had one
    """


class StreamPong(Model):
    op: Literal["pong"]
    cursor: str
    """
    Up to here all has been sent
    """
    id: str | None = None
    """
    That of the message it answers, if it had one
    """


class StreamError(Model):
    op: Literal["error"]
    code: str
    """
    Stable code, for programs
    """
    detail: str
    """
    A sentence for people
    """
    id: str | None = None
    """
    That of the message it answers, if it had one
    """


class StreamQuote(Model):
    op: Literal["event"]
    channel: str
    """
    As it was subscribed
    """
    type: Literal["quote"]
    timestamp: AwareDatetime
    """
    When the service said it. The time of the exchange is in `data`
    """
    snapshot: bool
    """
    Whether this is all there is to know, and not only what is new
    """
    message: str | None = None
    """
    Why `data` may be old, in words; null while a stream of the exchange shows the market
    """
    data: Quote
    """
    The whole quote
    """


class Problem(Model):
    detail: str
    """
    A sentence for people
    """
    code: str
    """
    Stable code, for programs
    """
    request_id: str
    """
    Of this request, as in `x-request-id`
    """
    doc_url: str
    """
    Page about the code
    """


ValidationPlacePart = TypeAliasType("ValidationPlacePart", Annotated[str | int, Field(title="ValidationPlacePart")])


class GatewayRefusal(Model):
    message: str
    """
    The sentence of the gateway
    """


class AmendOrderBody(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    qty: Decimal | None = None
    """
    The new total, what has filled included
    """
    price: Decimal | None = None
    """
    The new YES limit price
    """
    expiry_ts_utc: AwareDatetime | None = None
    """
    The new end of a GTD order
    """


class CancelOrdersBody(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    svc_order_ids: list[str]
    """
    1 to 100 orders
    """


class PlaceComplexOrderReply(Model):
    complex_order_id: str
    """
    Complex order
    """


class ResetPaperBody(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    cash: Decimal | None = None
    """
    Play money in dollars that the account begins with at this exchange. Changed cash counts from the next reset on
    """


class GetQuotesReply(Model):
    quotes: list[Quote]
    """
    One for each instrument, in the order asked for
    """


class GetTradesReply(Model):
    svc_id: int
    """
    Instrument
    """
    trades: list[Trade]
    """
    Newest first
    """
    has_more: bool
    """
    Whether there are older trades: continue with `before`
    """
    as_of: AwareDatetime
    """
    Every trade the exchange showed at this time is included, as far as the page reaches
    """


class RedeemPositionsBody(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    subaccount_id: str
    """
    Subaccount
    """
    svc_id: int | None = None
    """
    Instrument
    """


class GetPortfolioHistoryReply(Model):
    points: list[EquityPoint]
    """
    Oldest first; none for a time in which no account was recorded
    """


class TakeAlertReply(Model):
    svc_order_id: str
    """
    Order
    """


CallMcpBody = TypeAliasType("CallMcpBody", Annotated[dict[str, Any], Field(title="CallMcpBody")])


GetOpenapiReply = TypeAliasType("GetOpenapiReply", Annotated[dict[str, Any], Field(title="GetOpenapiReply")])


class AccountKind(OpenEnum):
    SIMULATED = "simulated"
    PAPER = "paper"
    DEMO = "demo"
    PRODUCTION = "production"


class Allocation(OpenEnum):
    """
    How an order is split over the members. EQUAL: the same number of contracts of each. BEST_PRICE: all members are one bet, and the order goes where it is cheapest, including fees
    """

    EQUAL = "EQUAL"
    BEST_PRICE = "BEST_PRICE"


class AllocationTarget(Model):
    shard: int
    """
    Shard of the exchange; a market belongs to one
    """
    share: Decimal
    """
    Share of the free cash, from 0 to 1, in whole percents
    """


class AllocationTargetInput(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    shard: int
    """
    Shard of the exchange; a market belongs to one
    """
    share: Decimal
    """
    Share of the free cash, from 0 to 1, in whole percents
    """


class AmendStatus(OpenEnum):
    PENDING = "PENDING"
    DONE = "DONE"
    REFUSED = "REFUSED"


class BalanceShard(Model):
    shard: int
    """
    Shard of the exchange; a market belongs to one
    """
    balance: Decimal
    """
    Cash, in dollars
    """


class BegunRedemption(Model):
    redemption_id: str
    """
    Redemption
    """
    svc_id: int
    """
    Instrument
    """


class Candlestick(Model):
    timestamp: int
    """
    Start of the period, in Unix seconds
    """
    open: Decimal
    """
    First price
    """
    high: Decimal
    """
    Highest price
    """
    low: Decimal
    """
    Lowest price
    """
    close: Decimal
    """
    Last price
    """
    volume: Decimal
    """
    Contracts traded; always 0 on EXCHANGE_B, which does not report it
    """


class Category(OpenEnum):
    """
    Subject
    """

    SPORTS = "Sports"
    CRYPTO = "Crypto"
    POLITICS = "Politics"
    FINANCE = "Finance"
    ENTERTAINMENT = "Entertainment"
    SCIENCE___TECH = "Science & Tech"
    WEATHER = "Weather"
    WORLD_AFFAIRS = "World Affairs"
    HEALTH = "Health"
    SOCIAL = "Social"
    OTHER = "Other"


class ComplexOrderStatus(OpenEnum):
    PENDING = "PENDING"
    ACTIVE = "ACTIVE"
    TRIGGERED = "TRIGGERED"
    CANCELLED = "CANCELLED"
    COMPLETED = "COMPLETED"
    EXPIRED = "EXPIRED"


class ComplexOrderStatusFilter(OpenEnum):
    PENDING = "PENDING"
    ACTIVE = "ACTIVE"
    TRIGGERED = "TRIGGERED"
    CANCELLED = "CANCELLED"
    COMPLETED = "COMPLETED"
    EXPIRED = "EXPIRED"
    OPEN = "open"


class ComplexOrderType(OpenEnum):
    """
    CONDITIONAL for take-profit, stop-loss and stops, or TWAP
    """

    CONDITIONAL = "CONDITIONAL"
    TWAP = "TWAP"


class ConditionalOrderType(OpenEnum):
    """
    TP, SL, STOP or REVERSE_STOP; inferred if absent and possible
    """

    TP = "TP"
    SL = "SL"
    STOP = "STOP"
    REVERSE_STOP = "REVERSE_STOP"


class CredentialsPaper(Model):
    cash: Decimal
    """
    Play money in dollars that the account begins with at this exchange. Changed cash counts from the next reset on
    """


class DeliveryAttempt(Model):
    attempted_at: AwareDatetime
    """
    Time of the attempt
    """
    duration_ms: int
    """
    Duration in milliseconds
    """
    response_status: int | None = None
    """
    HTTP status of the answer; null without an answer
    """
    error: str | None = None
    """
    Reason why there was no answer; null if there was one
    """
    response_body: str
    """
    The beginning of the answer
    """


class DeliveryStatus(OpenEnum):
    PENDING = "PENDING"
    DELIVERED = "DELIVERED"
    FAILED = "FAILED"


class EventType(OpenEnum):
    ORDER_CREATED = "order.created"
    ORDER_UPDATED = "order.updated"
    ORDER_FILLED = "order.filled"
    FILL_REVERSED = "fill.reversed"
    COMPLEX_ORDER_UPDATED = "complex_order.updated"
    COMPLEX_ORDER_EXIT_INCOMPLETE = "complex_order.exit_incomplete"
    MARKET_DECIDED = "market.decided"
    POSITION_SETTLED = "position.settled"
    SUBACCOUNT_HALTED = "subaccount.halted"
    SUBACCOUNT_RESUMED = "subaccount.resumed"
    WEBHOOK_TEST = "webhook.test"


class ExchangeName(OpenEnum):
    """
    EXCHANGE_A is Kalshi, EXCHANGE_B is Polymarket
    """

    EXCHANGE_A = "EXCHANGE_A"
    EXCHANGE_B = "EXCHANGE_B"


class FeesAtPrice(Model):
    price: Decimal
    """
    YES price in dollars
    """
    taker_fee: Decimal | None = None
    """
    In dollars, filled at once by one order; null where it is not known
    """
    maker_fee: Decimal | None = None
    """
    In dollars, for a resting order; null where the rate is not known
    """


class FillStatus(OpenEnum):
    PROVISIONAL = "PROVISIONAL"
    FINAL = "FINAL"
    REVERSED = "REVERSED"


class GetHealthReplyCostStop(Model):
    since: AwareDatetime
    """
    Begin of the halt
    """
    halts_new_orders: bool
    """
    Whether new orders are refused with `trading_halted`. Cancels, exits and orders that reduce a position continue
    """


class HistoryInterval(OpenEnum):
    FIELD_1H = "1h"
    FIELD_1D = "1d"


class HookFieldsPrice(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    min: Decimal
    """
    Lowest value
    """
    max: Decimal
    """
    Highest value
    """


class HookFieldsQty(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    min: Decimal
    """
    Lowest value
    """


class HookLimits(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    max_orders_per_day: int
    """
    Orders in a UTC day
    """
    max_cost_per_day: Decimal | None = None
    """
    Sum of the worst costs of the orders in a UTC day, in dollars; null: any
    """
    expires_at: AwareDatetime | None = None
    """
    From this time on it takes no alert; null: never
    """


class HookTimeInForce(OpenEnum):
    FOK = "FOK"
    GTC = "GTC"
    IOC = "IOC"


class LastAmend(Model):
    status: AmendStatus
    """
    PENDING is under way. DONE: the order has the new terms. REFUSED: it has the terms it had before
    """
    reason: str | None = None
    """
    Why it was refused, as a sentence; null else
    """


class ListPnlReplyPnlMarkets(Model):
    svc_id: int
    """
    Instrument
    """
    exchange_name: ExchangeName
    position: Decimal
    """
    Contracts held: positive of YES, negative of NO. The sum of the fills, or the figure of the exchange if that has differed for two minutes
    """
    avg_buy_price: Decimal | None = None
    """
    Mean YES price of all buys; null without buys
    """
    avg_sell_price: Decimal | None = None
    """
    Mean YES price of all sells; null without sells
    """
    total_qty_bought: Decimal
    """
    Contracts bought
    """
    total_qty_sold: Decimal
    """
    Contracts sold
    """
    total_fees: Decimal
    """
    Fees, in dollars
    """
    fill_count: int
    """
    Number of fills
    """
    mark_price: Decimal | None = None
    """
    YES price that values the position: the middle of the book, else the last trade, else the side that would close it. For a decided market, its payout. Null if there is none
    """
    realized_pnl: Decimal
    """
    Gain from closing and from payouts so far, less all fees, in dollars
    """
    unrealized_pnl: Decimal | None = None
    """
    Gain if closed at the mark price, in dollars, before the fee for closing; null without a mark price
    """


class MarketSort(OpenEnum):
    VOLUME = "volume"
    ENDS_SOON = "ends_soon"
    NEW = "new"


class MarketStatus(OpenEnum):
    """
    Status of the market; null if it is not in the catalogue
    """

    ACTIVE = "active"
    CLOSED = "closed"
    INACTIVE = "inactive"


class MarketsKind(OpenEnum):
    SIMULATED = "simulated"
    LIVE = "live"
    DEMO = "demo"


class OrderStatus(OpenEnum):
    PENDING_SUBMISSION = "PENDING_SUBMISSION"
    RESTING = "RESTING"
    EXECUTED = "EXECUTED"
    CANCELLED = "CANCELLED"
    REJECTED = "REJECTED"
    EXPIRED = "EXPIRED"
    PARTIALLY_FILLED = "PARTIALLY_FILLED"
    PROCESSING = "PROCESSING"


class OrderStatusFilter(OpenEnum):
    PENDING_SUBMISSION = "PENDING_SUBMISSION"
    RESTING = "RESTING"
    EXECUTED = "EXECUTED"
    CANCELLED = "CANCELLED"
    REJECTED = "REJECTED"
    EXPIRED = "EXPIRED"
    PARTIALLY_FILLED = "PARTIALLY_FILLED"
    PROCESSING = "PROCESSING"
    OPEN = "open"


class OrderType(OpenEnum):
    """
    LIMIT has a price. MARKET trades at the prices in the book, within an allowance
    """

    LIMIT = "LIMIT"
    MARKET = "MARKET"


class PaperCredentialsPaper(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    cash: Decimal
    """
    Play money in dollars that the account begins with at this exchange. Changed cash counts from the next reset on
    """


class PreviewLeg(Model):
    """
    See also `PreviewOrderReply`.
    """

    svc_id: int
    """
    Instrument
    """
    exchange_name: ExchangeName
    market_title: str
    """
    Question of the market
    """
    exchange_ticker: str | None = None
    """
    Ticker on EXCHANGE_A, slug on EXCHANGE_B
    """
    qty: Decimal
    """
    Contracts
    """
    resting_qty: Decimal
    worst_price: Decimal | None = None
    average_price: Decimal | None = None
    """
    Mean price, weighted by quantity; provisional until `fills_complete`; null while no price is known
    """
    fee: Decimal
    """
    In dollars
    """
    cash_needed: Decimal
    cash_free: Decimal | None = None
    position_after: Decimal | None = None
    fee_rule: str | None = None
    fee_rate: Decimal | None = None
    tick_size: Decimal | None = None
    min_qty: Decimal | None = None


class PreviewNotice(Model):
    code: str
    """
    Stable code, for programs
    """
    detail: str
    """
    A sentence for people
    """


class PriceFeedStatus(OpenEnum):
    IDLE = "idle"
    WATCHING = "watching"
    FAILING = "failing"
    STOPPED = "stopped"


class PriceInterval(OpenEnum):
    FIELD_1D = "1d"
    FIELD_1W = "1w"
    FIELD_1M = "1m"
    MAX = "max"


class PriceLevel(Model):
    price: Decimal
    """
    YES price in dollars
    """
    qty: Decimal
    """
    Contracts
    """


class PricePoint(Model):
    timestamp: int
    """
    Start of the period, in Unix seconds
    """
    price: Decimal
    """
    YES price in dollars
    """


class PriceSeriesType(OpenEnum):
    CANDLESTICKS = "candlesticks"
    HISTORY = "history"


class QuotaName(OpenEnum):
    OPEN_ORDERS = "open_orders"
    UNSENT_ORDERS_PER_ACCOUNT = "unsent_orders_per_account"
    OPEN_COMPLEX_ORDERS = "open_complex_orders"
    SUBACCOUNTS = "subaccounts"
    CUSTOM_ASSETS = "custom_assets"
    CUSTOM_ASSET_MEMBERS = "custom_asset_members"
    API_KEYS = "api_keys"
    WEBHOOKS = "webhooks"
    TEST_EVENTS_PER_HOUR = "test_events_per_hour"
    DELIVERIES_IN_FLIGHT = "deliveries_in_flight"
    REQUESTS_PER_MINUTE = "requests_per_minute"


class ReadinessCheck(Model):
    check: str
    """
    Name of the check: `rights`, `balance` or `balance_shard_<n>`, and on EXCHANGE_B `approvals_standard`, `approvals_neg_risk`, `approvals_protocol_v2`, `approvals_redemption`, `region`, `relayer_key`, `wallet`. More can follow
    """
    ok: bool | None = None
    """
    Null if nobody could find out
    """
    detail: str
    """
    A sentence for people
    """
    checked_at: AwareDatetime
    """
    When this was found out
    """


class RedemptionKind(OpenEnum):
    REDEEM = "redeem"
    MERGE = "merge"


class RedemptionState(OpenEnum):
    PENDING = "PENDING"
    SUBMITTED = "SUBMITTED"
    PAID = "PAID"
    FAILED = "FAILED"


class RefusedCalls(OpenEnum):
    ORDERS = "orders"
    CANCELS = "cancels"


class ResetPaperReplyAccounts(Model):
    exchange_name: ExchangeName
    cash: Decimal
    """
    Play money in dollars that the account begins with at this exchange. Changed cash counts from the next reset on
    """


class Scope(OpenEnum):
    """
    `read` looks; `trade` also trades and halts; `admin` also manages keys, credentials, webhooks and limits
    """

    READ = "read"
    TRADE = "trade"
    ADMIN = "admin"


class SetWatchlistsWatchlists(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    name: str
    """
    Name
    """
    svc_ids: list[int]
    """
    Instruments; a repeated one counts once
    """


class Settlement(OpenEnum):
    """
    Null while the market is open. `decided`: its outcome is known, and it has not paid yet. `redeemable`: redeem it, see `POST /v1/positions/redeem`. `paid`: it has paid
    """

    DECIDED = "decided"
    REDEEMABLE = "redeemable"
    PAID = "paid"


class SkippedMember(Model):
    svc_id: int
    """
    Instrument
    """
    code: str
    """
    Reason, for programs
    """
    reason: str
    """
    Reason, as a sentence
    """


class StreamEndReason(OpenEnum):
    AUTH_TIMEOUT = "auth_timeout"
    UNAUTHENTICATED = "unauthenticated"
    KEY_REVOKED = "key_revoked"
    TOO_MANY_STREAMS = "too_many_streams"
    SLOW_READER = "slow_reader"
    TOO_MANY_REQUESTS = "too_many_requests"


class TickRange(Model):
    from_: Annotated[Decimal, Field(alias="from")]
    """
    Start of the range
    """
    to: Decimal
    """
    End of the range, inclusive
    """
    tick: Decimal
    """
    Prices of the range are `from` plus multiples of it
    """


class TimeInForce(OpenEnum):
    """
    GTC rests until cancelled, GTD until `expiry_ts_utc`. IOC fills as much as possible at once, FOK all or nothing. LIMIT defaults to GTC, MARKET to IOC
    """

    FOK = "FOK"
    GTC = "GTC"
    GTD = "GTD"
    IOC = "IOC"


class TriggerOrderParams(Model):
    """
    See also `CreateOrder`.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    qty: Decimal | None = None
    """
    Contracts; required without `protect`
    """
    buy_flag: bool
    price: Decimal | None = None
    """
    YES limit price; without one the order is MARKET
    """
    stop_order_price: Decimal | None = None
    """
    Price at which an SL fires, or a TP that does not rest on the book
    """
    trail_amount: Decimal | None = None
    """
    Makes the stop of an SL trail: it stays this far behind the best price since it was armed, and never goes back. In dollars, instead of `stop_order_price`
    """
    order_type: OrderType | None = None
    """
    LIMIT if there is a price, else MARKET
    """
    max_slippage: Decimal | None = None
    protection_price: Decimal | None = None
    post_only: bool | None = None
    reduce_only: bool | None = None


class TriggerPriceType(OpenEnum):
    """
    The watched price: MARK (default: the middle of a book at most 0.10 wide, else the last trade held within bid and ask), LAST, or BID_ASK, the side its order would hit
    """

    MARK = "MARK"
    LAST = "LAST"
    BID_ASK = "BID_ASK"


class TwapOrder(Model):
    """
    See also `TwapOrderParams`.
    """

    buy_flag: bool
    total_qty: Decimal
    duration_s: int
    slices: int
    limit_price: Decimal | None = None
    max_slippage: Decimal | None = None
    randomize: bool
    filled_qty: Decimal
    """
    Contracts filled by its slices, counted from the fills
    """
    average_price: Decimal | None = None
    """
    Mean price, weighted by quantity; provisional until `fills_complete`; null while no price is known
    """
    slices_done: int
    """
    Number of slices whose time has passed, with or without an order
    """
    svc_order_ids: list[str]
    """
    Its slices, oldest first
    """
    started_at: AwareDatetime | None = None
    """
    Time of the first slice; null before it
    """
    next_slice_at: AwareDatetime | None = None
    """
    Time of the next slice; null if there is none
    """
    ends_at: AwareDatetime | None = None
    """
    End of its schedule; null until it has started
    """


class WatchlistsWatchlists(Model):
    name: str
    """
    Name
    """
    svc_ids: list[int]
    """
    Instruments; a repeated one counts once
    """


class WebhookDisabledReason(OpenEnum):
    GONE = "gone"
    FAILING = "failing"


class WebhookKind(OpenEnum):
    STANDARD = "standard"
    DISCORD = "discord"
    SLACK = "slack"
    TELEGRAM = "telegram"


class WebhookTestEventData(Model):
    webhook_id: str
    """
    Webhook
    """


class PaperCredentials(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    paper: PaperCredentialsPaper
    """
    Paper account; null for an account of an exchange
    """


class Order(Model):
    """
    See also `CreateOrder`.
    """

    svc_order_id: str
    """
    Order
    """
    order_type: OrderType
    time_in_force: TimeInForce
    qty: Decimal
    """
    Contracts in total; a change of the order changes it
    """
    original_qty: Decimal
    """
    The `qty` that was asked for first
    """
    buy_flag: bool
    status: OrderStatus
    """
    The last four values are final, except for late corrections by the exchange
    """
    subaccount_id: str
    is_paper: bool
    """
    True for play money on real markets. It belongs to the subaccount, and never changes
    """
    created_at: AwareDatetime
    """
    When it was accepted
    """
    updated_at: AwareDatetime
    """
    When it last changed
    """
    complex_order_ids: ComplexOrderIds
    """
    Ids of the complex orders attached to the order, by kind
    """
    price: Decimal | None = None
    """
    YES limit price; null for MARKET orders
    """
    max_slippage: Decimal | None = None
    protection_price: Decimal | None = None
    post_only: bool
    reduce_only: bool
    cancel_on_pause: bool
    svc_id: int | None = None
    """
    Instrument; null for an order on a custom asset
    """
    custom_asset_id: str | None = None
    """
    Custom asset of the order; for a leg, that of its order; else null
    """
    market_title: str | None = None
    """
    Question of the market, or name of the custom asset, at acceptance; of a position, and of a trade made elsewhere, as it is now
    """
    exchange_ticker: str | None = None
    """
    Ticker on EXCHANGE_A, slug on EXCHANGE_B; null on a custom asset, and if the market is not in the catalogue
    """
    expiry_ts_utc: AwareDatetime | None = None
    last_amend: LastAmend | None = None
    """
    What became of the change that was asked for last; null if none ever was
    """
    traded_qty: Decimal
    """
    Contracts filled: what the exchange has reported, or the sum of the fills if that is more
    """
    average_price: Decimal | None = None
    """
    Mean price, weighted by quantity; provisional until `fills_complete`; null while no price is known
    """
    fees_paid: Decimal
    """
    Fees in dollars; provisional until `fills_complete`
    """
    fills_complete: bool
    """
    Whether the order has ended and its fills make up `traded_qty`. Every final order gets there
    """
    reject_reason: str | None = None
    """
    Reason for REJECTED, as a sentence
    """
    reject_code: str | None = None
    """
    Reason for REJECTED, for programs
    """
    cancel_reason: str | None = None
    """
    Reason for CANCELLED: `cancel_code`, with more words where there are any
    """
    cancel_code: str | None = None
    """
    Code of the reason for CANCELLED, such as `user` or `not_filled`, without spaces; the guide to errors lists them
    """
    cancel_requested_at: AwareDatetime | None = None
    """
    Time of the first cancel request
    """
    last_error: str | None = None
    """
    Reason why the order is not sent yet; null if there is none
    """
    client_order_id: str | None = None
    tag: str | None = None
    exchange_order_id: str | None = None
    """
    Identifier at the exchange. If the order has two parts there, two identifiers joined by `+`
    """
    parent_svc_order_id: str | None = None
    """
    For a leg: the order on a custom asset that sent it; else null
    """


class PlaceOrderReply(Model):
    svc_order_id: str
    """
    Order
    """
    complex_orders: ComplexOrderIds
    """
    Ids of the complex orders attached to the order, by kind
    """


class Fill(Model):
    """
    See also `Order`.
    """

    fill_id: str
    """
    Fill
    """
    svc_order_id: str | None = None
    """
    Order; null for a trade made elsewhere
    """
    client_order_id: str | None = None
    """
    Your own name for the order; null if it has none
    """
    tag: str | None = None
    """
    Tag of the order; null if it has none
    """
    subaccount_id: str
    is_paper: bool
    svc_id: int
    """
    Instrument
    """
    exchange_name: ExchangeName
    market_title: str | None = None
    exchange_ticker: str | None = None
    exchange_order_id: str
    exchange_trade_id: str
    """
    Identifier of the trade at the exchange
    """
    exchange_timestamp: AwareDatetime
    """
    Time of the trade, from the exchange
    """
    price: Decimal
    """
    YES price in dollars
    """
    qty: Decimal
    """
    Contracts
    """
    fee: Decimal
    """
    In dollars
    """
    buy_flag: bool
    is_maker: bool
    """
    Whether the order rested on the book
    """
    status: FillStatus
    """
    On EXCHANGE_B fills are PROVISIONAL until settled. A REVERSED fill counts no more
    """


class FillWithOrder(Fill):
    order: Order | None = None
    """
    The order as it was then, without its fills; null only in events of earlier versions
    """
    final: bool
    """
    Whether the order has ended and no further fill is awaited
    """


class ConditionalOrderParams(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    trigger_order: TriggerOrderParams
    """
    The order it places when its condition is met
    """
    stop_order_price: Decimal | None = None
    """
    Price at which a STOP or REVERSE_STOP fires
    """
    trail_amount: Decimal | None = None
    """
    Makes a STOP trail: it stays this far behind the best price since it was armed, and never goes back. In dollars, instead of `stop_order_price`
    """
    link_id: str | None = None
    """
    Links stops of one subaccount and instrument without a parent (OCO): what one fills, the others no longer place. Up to 64 characters
    """
    protect: bool | None = None
    """
    Whether a STOP or REVERSE_STOP without a parent closes the whole position, whatever its size; `trigger_order.qty` must be absent. Its order is `reduce_only`. PENDING while nothing is held; CANCELLED, `position_closed`, when the position is closed. Not on custom assets
    """
    parent_svc_order_id: str | None = None
    """
    Order that this is attached to
    """
    parent_complex_order_id: str | None = None
    """
    Complex order whose order this is attached to
    """
    conditional_order_type: ConditionalOrderType | None = None
    trigger_price_type: TriggerPriceType | None = None


class CustomAsset(Model):
    custom_asset_id: str
    """
    Custom asset
    """
    subaccount_id: str
    """
    Subaccount
    """
    name: str
    """
    Name
    """
    description: str | None = None
    """
    Free text; null when there is none
    """
    allocation: Allocation
    inserted_at: AwareDatetime
    """
    When it was created
    """
    updated_at: AwareDatetime
    """
    When it last changed
    """


class CreateCustomAsset(Model):
    """
    See also `CustomAsset`.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    subaccount_id: str
    name: str
    description: str | None = None
    svc_ids: list[int] | None = None
    """
    Instruments; a repeated one counts once
    """
    allocation: Allocation | None = None


class ChangeCustomAsset(Model):
    """
    See also `CustomAsset`.
    """

    model_config = ConfigDict(
        extra="forbid",
    )
    name: str | None = None
    description: str | None = None
    allocation: Allocation | None = None


class Market(Model):
    svc_id: int
    """
    Instrument
    """
    exchange_value: int
    """
    1 for EXCHANGE_A, 2 for EXCHANGE_B
    """
    exchange_name: ExchangeName
    ticker: str | None = None
    """
    Ticker on EXCHANGE_A; null on EXCHANGE_B
    """
    token_id_yes: str | None = None
    """
    Token of YES on EXCHANGE_B; null on EXCHANGE_A
    """
    token_id_no: str | None = None
    """
    Token of NO on EXCHANGE_B; null on EXCHANGE_A
    """
    slug: str | None = None
    """
    Slug on EXCHANGE_B; null on EXCHANGE_A
    """
    tick_size_price: Decimal
    """
    Prices are multiples of it
    """
    tick_size_qty: Decimal
    """
    Quantities are multiples of it
    """
    minimum_order_size: Decimal
    """
    Smallest quantity of an order. On EXCHANGE_B an order that acts at once may be smaller
    """
    neg_risk: bool
    """
    On EXCHANGE_B: whether it is one of several outcomes of which exactly one comes true
    """
    neg_risk_id: str | None = None
    """
    The group of such outcomes
    """
    condition_id: str | None = None
    """
    Condition on EXCHANGE_B; null on EXCHANGE_A
    """
    name: str
    """
    The question
    """
    description: str
    """
    The rules for its result
    """
    status: MarketStatus
    """
    Only active markets can be traded
    """
    expiration_datetime: AwareDatetime | None = None
    """
    When trading is expected to end
    """
    category: Category
    event_id: str | None = None
    """
    Event that it belongs to, for GET /v1/events/{event_id}; null where the exchange names none
    """
    event_title: str | None = None
    """
    Title of its event
    """
    series_ticker: str | None = None
    """
    Recurring events that its event is one of, as the exchange calls them; null where it names none
    """
    subtitle: str | None = None
    """
    What tells it from other markets of its event; null where nothing does
    """
    image_url: str | None = None
    """
    Picture, at the exchange; null on EXCHANGE_A
    """
    start_datetime: AwareDatetime | None = None
    """
    When trading began or begins; null where the exchange does not tell
    """
    volume: Decimal | None = None
    """
    Traded so far, in dollars; on EXCHANGE_A each contract counts as one dollar
    """
    volume_24h: Decimal
    """
    Traded in 24 hours, in dollars; on EXCHANGE_A each contract counts as one dollar
    """
    open_interest: Decimal | None = None
    """
    Contracts that are held; null on EXCHANGE_B
    """
    last_price: Decimal | None = None
    """
    YES price of the last trade, block trades included, as of `as_of`; GET /v1/quotes has the live one. Null if nothing was ever traded
    """
    as_of: AwareDatetime | None = None
    """
    Time of volumes, open interest and last price: up to a day old. Null until the first sync after an upgrade
    """
    tick_structure: list[TickRange]
    """
    Price steps by range
    """
    rank: int | None = None
    """
    Rank in this search, 1 is best; null outside a search
    """


class PriceSeries(Model):
    svc_id: int
    """
    Instrument
    """
    exchange: ExchangeName
    type: PriceSeriesType
    """
    Form of the series
    """
    candlesticks: list[Candlestick] | None = None
    """
    Ascending; null if `type` is history
    """
    history: list[PricePoint] | None = None
    """
    Ascending; null if `type` is candlesticks
    """
    as_of: AwareDatetime
    """
    When the exchange told the series
    """


class Event(Model):
    """
    See also `Market`.
    """

    event_id: str
    """
    Event: the exchange, a colon, and what the exchange calls it
    """
    exchange_name: ExchangeName
    title: str
    """
    Title
    """
    category: Category
    start_datetime: AwareDatetime | None = None
    end_datetime: AwareDatetime | None = None
    """
    When trading in its last market is expected to end
    """
    market_count: int
    """
    Number of its markets in the catalogue
    """
    volume_24h: Decimal
    image_url: str | None = None


class EventWithMarkets(Event):
    markets: list[Market]
    """
    Its markets in the catalogue, the most traded first
    """


class ListedEvent(Event):
    top_markets: list[TopMarket]
    """
    Its three most traded markets of `status`
    """


class Fees(Model):
    svc_id: int
    """
    Instrument
    """
    exchange_name: ExchangeName
    rule: str
    """
    The fee before rounding
    """
    taker_rate: Decimal | None = None
    """
    Rate of orders that trade at once; null for a fee type without a published formula
    """
    maker_rate: Decimal | None = None
    """
    Rate of resting orders; null where it is not known
    """
    rounding: str
    """
    How the exchange rounds
    """
    per_100_contracts: list[FeesAtPrice]
    """
    What 100 contracts cost at each price
    """


class Watchlists(Model):
    version: int
    """
    Grows with each change; 0 if nothing was ever stored
    """
    updated_at: AwareDatetime | None = None
    """
    When they last changed; null if nothing was ever stored
    """
    watchlists: list[WatchlistsWatchlists]
    """
    All lists, in the order of the user; each name once
    """


class SetWatchlists(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    version: int
    """
    `version` of the answer that the change is based on; 0 if nothing was ever stored
    """
    watchlists: list[SetWatchlistsWatchlists]
    """
    All lists, in the order of the user; each name once
    """


class PriceFeed(Model):
    exchange: ExchangeName
    status: PriceFeedStatus
    """
    While it is `failing` or `stopped`, nothing fires there
    """
    instruments: int
    """
    Number of watched instruments
    """
    streamed_instruments: int
    """
    Instruments whose prices come over a WebSocket of the exchange; others are polled
    """
    stream_delay_ms: int | None = None
    """
    Delay of the slowest recent message of that WebSocket, in milliseconds, by the clock of the exchange; null on EXCHANGE_B and while none comes
    """
    polled_at: AwareDatetime
    """
    Time of the last poll of their prices
    """
    failing_since: AwareDatetime | None = None
    """
    Time since which an exchange reports no prices; null if it reports them
    """
    failing_reason: str | None = None
    """
    Why the last poll got no prices, in words; null if it got prices
    """


class Quota(Model):
    name: QuotaName
    """
    What is counted
    """
    limit: int
    """
    How many you can have
    """
    used: int
    """
    How many you have
    """


class Position(Model):
    """
    See also `Order`.
    """

    svc_id: int
    """
    Instrument
    """
    exchange_name: ExchangeName
    is_paper: bool
    market_title: str | None = None
    exchange_ticker: str | None = None
    position: Decimal
    """
    Contracts held: positive of YES, negative of NO. The sum of the fills, or the figure of the exchange if that has differed for two minutes
    """
    avg_buy_price: Decimal | None = None
    """
    Mean YES price of all buys; null without buys
    """
    avg_sell_price: Decimal | None = None
    """
    Mean YES price of all sells; null without sells
    """
    total_qty_bought: Decimal
    """
    Contracts bought
    """
    total_qty_sold: Decimal
    """
    Contracts sold
    """
    total_fees: Decimal
    """
    Fees, in dollars
    """
    fill_count: int
    """
    Number of fills
    """
    first_fill_at: AwareDatetime | None = None
    """
    Time of the first fill; null if the exchange reports a position without fills
    """
    last_fill_at: AwareDatetime | None = None
    """
    Time of the last fill; null if the exchange reports a position without fills
    """
    mark_price: Decimal | None = None
    """
    YES price that values the position: the middle of the book, else the last trade, else the side that would close it. For a decided market, its payout. Null if there is none
    """
    market_value: Decimal | None = None
    """
    Value of the position at the mark price, in dollars; null without a mark price
    """
    unrealized_pnl: Decimal | None = None
    """
    Gain if closed at the mark price, in dollars, before the fee for closing; null without a mark price
    """
    realized_pnl: Decimal
    """
    Gain from closing and from payouts so far, less all fees, in dollars
    """
    market_status: MarketStatus | None = None
    settlement: Settlement | None = None
    settlement_detail: str | None = None
    """
    Why the position is not settled although the exchange names an outcome; else null
    """
    payout: Decimal | None = None
    """
    What a decided market pays, in dollars; null before. Part of your cash once it is paid
    """
    pairs: Decimal
    """
    Pairs of YES and NO that a wallet of EXCHANGE_B holds beside the position. Each is worth a dollar, which `POST /v1/positions/redeem` makes cash
    """
    as_of: AwareDatetime
    """
    Time of these figures
    """


class PositionWithSubaccount(Position):
    subaccount_id: str
    """
    Subaccount
    """


class Balance(Model):
    subaccount_id: str
    """
    Subaccount
    """
    exchange_name: ExchangeName
    balance: Decimal | None = None
    """
    Total cash, in dollars; null if the exchange does not answer
    """
    shards: list[BalanceShard]
    """
    The shards that hold the cash; one if the exchange has no shards, none if it tells the total only
    """
    as_of: AwareDatetime
    """
    Time of these figures
    """
    error: str | None = None
    """
    Reason why there was no answer; null if there was one
    """


class Credentials(Model):
    subaccount_id: str
    """
    Subaccount
    """
    exchange_name: ExchangeName
    fingerprint: str
    """
    Identifies the credentials without showing them
    """
    verified_at: AwareDatetime
    """
    When the exchange last accepted them
    """
    inserted_at: AwareDatetime
    """
    When it was created
    """
    auto_redeem: bool
    """
    Whether the service redeems decided positions and merges pairs by itself (EXCHANGE_B, with a `relayer_api_key`)
    """
    paper: CredentialsPaper | None = None
    """
    Paper account; null for an account of an exchange
    """
    readiness: list[ReadinessCheck]
    """
    Whether the account can trade: one entry for each check
    """


class Webhook(Model):
    webhook_id: str
    """
    Webhook
    """
    kind: WebhookKind
    """
    `standard` receives signed JSON; `discord`, `slack` and `telegram` receive one readable line
    """
    url: str
    """
    Address for events: https and public. That of a chat is a secret: answers show its host only
    """
    events: list[EventType] | None = None
    """
    Events it receives; null for all
    """
    description: str | None = None
    """
    Free text; null when there is none
    """
    is_active: bool
    """
    Whether it receives events
    """
    disabled_reason: WebhookDisabledReason | None = None
    """
    Why it was turned off: `gone` after a 410, `failing` after five days of failures
    """
    failing_since: AwareDatetime | None = None
    """
    Time of the first failure since the last success; null if there is none
    """
    old_secret_until: AwareDatetime | None = None
    """
    Time until which messages are also signed with the old secret
    """
    inserted_at: AwareDatetime
    """
    When it was created
    """


class CreateWebhook(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    kind: WebhookKind | None = WebhookKind.STANDARD
    """
    `standard` receives signed JSON; `discord`, `slack` and `telegram` receive one readable line
    """
    url: str
    """
    Address for events: https and public. That of a chat is a secret: answers show its host only
    """
    events: list[EventType] | None = None
    """
    Events it receives; all if absent
    """
    description: str | None = None
    """
    Free text; null when there is none
    """


class CreatedWebhook(Webhook):
    secret: str | None = None
    """
    Secret that signs the messages, shown this once; null for a chat, and if the request is a repeat
    """


class ChangeWebhook(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    kind: WebhookKind | None = None
    """
    Another chat, together with its `url`
    """
    url: str | None = None
    """
    Address for events: https and public. That of a chat is a secret: answers show its host only
    """
    events: list[EventType] | None = None
    """
    Events it receives; null for all
    """
    description: str | None = None
    """
    Free text; null when there is none
    """
    is_active: bool | None = None
    """
    false turns it off. true turns it on again and forgets its failures
    """


class WebhookDelivery(Model):
    delivery_id: str
    """
    Delivery
    """
    webhook_id: str
    """
    Webhook
    """
    event_id: str
    """
    The header `webhook-id` of the message: the same in every retry
    """
    type: EventType
    """
    What happened
    """
    object_id: str
    """
    The object it is about
    """
    sequence: int
    """
    Order of the events of one object. It grows, and has gaps
    """
    occurred_at: AwareDatetime
    """
    When it happened
    """
    status: DeliveryStatus
    """
    FAILED means given up; it can be replayed
    """
    attempts: list[DeliveryAttempt]
    """
    Attempts, oldest first
    """
    next_attempt_at: AwareDatetime | None = None
    """
    Time of the next attempt; null if there is none
    """


class ChangeHook(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    name: str | None = None
    """
    Name
    """
    limits: HookLimits | None = None
    """
    What all alerts together may do
    """
    is_active: bool | None = None
    """
    Whether it takes alerts
    """


class OrderCreatedEvent(EventFacts):
    """
    An order was accepted. Sent once for every order, legs and slices included. `order.updated` with `previous_status` null follows at once.
    """

    type: Literal["order.created"]
    data: Order
    """
    The object at that time
    """


class OrderUpdatedEvent(EventFacts):
    """
    The status of an order changed, or the figures of a final order. Sent once for every change of the status, and for every change of quantity, price, fees or `fills_complete` after the final status. The first one (`previous_status` null) means that the order was accepted. `data` is the order without its fills: each fill has an event of its own.
    """

    type: Literal["order.updated"]
    data: Order
    """
    The object at that time
    """


class OrderFilledEvent(EventFacts):
    """
    An order was filled, completely or partly. Sent once for every fill of an order. The fills of an order on a custom asset belong to its legs, which have events of their own (`parent_svc_order_id`). `data` is the fill, and in `order` the order as it was then, without its fills. The new status may arrive a moment before the fill. On EXCHANGE_B a fill is PROVISIONAL at first.
    """

    type: Literal["order.filled"]
    data: FillWithOrder
    """
    The object at that time
    """


class FillReversedEvent(EventFacts):
    """
    A fill was reversed. EXCHANGE_B only: the settlement of a fill failed. The fill counts no more, and an EXECUTED order becomes CANCELLED. `data` is the fill with its `order`, as of `order.filled`.
    """

    type: Literal["fill.reversed"]
    data: FillWithOrder
    """
    The object at that time
    """


class MarketDecidedEvent(EventFacts):
    """
    The market of a position is decided. Sent once for each subaccount that holds a position in the market, when the exchange has said what it pays. `data` is the position; `payout` is no part of your cash yet. On EXCHANGE_B, `settlement` `redeemable` means that you can redeem it. If an exchange changes a result before it pays, the new one is sent too.
    """

    type: Literal["market.decided"]
    data: PositionWithSubaccount
    """
    The object at that time
    """


class PositionSettledEvent(EventFacts):
    """
    A position has paid. Sent once for each position that was held when its market was decided: EXCHANGE_A has paid, or a position of EXCHANGE_B was redeemed, by whomever, or is worth nothing. If the service first sees the market when it has paid, `market.decided` comes just before.
    """

    type: Literal["position.settled"]
    data: PositionWithSubaccount
    """
    The object at that time
    """


class WebhookTestEvent(EventFacts):
    """
    You asked for a test. Sent by `POST /v1/webhooks/{webhook_id}/test`, whatever the webhook's `events` are.
    """

    type: Literal["webhook.test"]
    data: WebhookTestEventData
    """
    The object at that time
    """


class OrderCreatedChange(OrderCreatedEvent, ChangeCursor):
    type: Literal["order.created"]


class OrderUpdatedChange(OrderUpdatedEvent, ChangeCursor):
    type: Literal["order.updated"]


class OrderFilledChange(OrderFilledEvent, ChangeCursor):
    type: Literal["order.filled"]


class FillReversedChange(FillReversedEvent, ChangeCursor):
    type: Literal["fill.reversed"]


class MarketDecidedChange(MarketDecidedEvent, ChangeCursor):
    type: Literal["market.decided"]


class PositionSettledChange(PositionSettledEvent, ChangeCursor):
    type: Literal["position.settled"]


class StreamOrderCreatedEvent(OrderCreatedChange, StreamEventFacts):
    type: Literal["order.created"]


class StreamOrderUpdatedEvent(OrderUpdatedChange, StreamEventFacts):
    type: Literal["order.updated"]


class StreamOrderFilledEvent(OrderFilledChange, StreamEventFacts):
    type: Literal["order.filled"]


class StreamFillReversedEvent(FillReversedChange, StreamEventFacts):
    type: Literal["fill.reversed"]


class StreamMarketDecidedEvent(MarketDecidedChange, StreamEventFacts):
    type: Literal["market.decided"]


class StreamPositionSettledEvent(PositionSettledChange, StreamEventFacts):
    type: Literal["position.settled"]


class StreamReady(Model):
    op: Literal["ready"]
    stream_id: str
    """
    The connection. Name it when you ask about the stream
    """
    scope: Scope
    """
    Scope of the key
    """
    cursor: str
    """
    How far your changes go now
    """
    id: str | None = None
    """
    That of the message it answers, if it had one
    """


class StreamClosed(Model):
    op: Literal["closed"]
    reason: StreamEndReason
    """
    Why the stream ends, for programs
    """
    detail: str
    """
    A sentence for people
    """


class StreamTrades(Model):
    """
    See also `StreamQuote`.
    """

    op: Literal["event"]
    channel: str
    type: Literal["trades"]
    timestamp: AwareDatetime
    snapshot: bool
    message: str | None = None
    data: GetTradesReply | None = None
    """
    Trades, newest first: the last 50 in a snapshot, else those that are new; null while nothing is known
    """


class ApiKey(Model):
    api_key_id: str
    """
    API key
    """
    name: str
    """
    Name
    """
    scope: Scope
    inserted_at: AwareDatetime
    """
    When it was created
    """
    made_by: str | None = None
    """
    The key that created this one; null if the operator did
    """
    last_used_at: AwareDatetime | None = None
    """
    When the key was last used, to the hour; null if it never was
    """
    last_used_from: str | None = None
    """
    The address it was last used from; null if it never was
    """


class CreateApiKey(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    name: str
    """
    Name
    """
    scope: Scope | None = Scope.READ


class CreatedApiKey(Model):
    """
    See also `ApiKey`.
    """

    api_key_id: str
    name: str
    scope: Scope
    inserted_at: AwareDatetime
    made_by: str | None = None
    api_key: str | None = None
    """
    The key itself, shown this once; null if the request is a repeat
    """


class ValidationItem(Model):
    type: str
    """
    Kind of fault
    """
    loc: list[ValidationPlacePart]
    """
    Place of the fault: `body`, `query`, `path` or `header`, then names and list positions
    """
    msg: str
    """
    Description of the fault
    """
    input: Any | None = None
    """
    The value that was sent
    """
    ctx: dict[str, Any] | None = None
    """
    The broken bound
    """


class PreviewOrderReply(Model):
    legs: list[PreviewLeg]
    """
    What the order would do in its market, or in each member of the custom asset
    """
    qty: Decimal
    """
    Contracts that would fill at once
    """
    resting_qty: Decimal
    """
    Contracts that would rest on the book after that
    """
    worst_price: Decimal | None = None
    """
    YES price the order would be sent with now: nothing trades beyond it. As `protection_price` it binds a MARKET order, which is priced anew when it is sent. Null if nothing would be sent
    """
    average_price: Decimal | None = None
    """
    Mean price of what would fill at once; null without a fill
    """
    fee: Decimal
    """
    Fees in dollars for what would fill at once
    """
    cash_needed: Decimal
    """
    Dollars held back for the part that opens a position, fees included
    """
    cash_free: Decimal | None = None
    """
    Free dollars where the market trades: cash less what open orders hold back; null if unknown
    """
    position_after: Decimal | None = None
    """
    Position after what would fill at once: above 0 YES, below 0 NO; null if it cannot be read (`position_unknown` in `warnings`)
    """
    fee_rule: str | None = None
    """
    What takers pay, before the exchange rounds it
    """
    fee_rate: Decimal | None = None
    """
    The `rate` in `fee_rule`
    """
    tick_size: Decimal | None = None
    """
    Finest price step of the market
    """
    min_qty: Decimal | None = None
    """
    Least contracts of an order; on EXCHANGE_B of one that rests, others may be smaller
    """
    warnings: list[PreviewNotice]
    """
    What to know although the order would be taken
    """
    refusals: list[PreviewNotice]
    """
    Why the order would not be taken, in the words of POST /v1/orders and of the exchange
    """


class ListOrdersReply(Model):
    orders: list[Order]
    """
    Orders, newest first
    """
    count: int
    """
    Number of matches, whatever `limit` is
    """
    as_of: AwareDatetime
    """
    When counting began: `count` may differ from the rows by what changed since
    """
    has_more: bool
    """
    Whether more matches come after this page: continue at `offset` + `limit`
    """
    next_cursor: str | None = None
    """
    Where the next page begins: `cursor` of the next request. Null if nothing follows
    """


class CancelAllOrdersBody(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    subaccount_id: str
    """
    Subaccount
    """
    svc_id: int | None = None
    """
    Instrument
    """
    svc_ids: list[int] | None = None
    """
    Only orders of these 1 to 100 instruments
    """
    exchange_name: ExchangeName | None = None
    buy_flag: bool | None = None
    """
    true buys YES, false sells YES. A sale of YES that you do not hold goes short
    """


class ResetPaperReply(Model):
    subaccount_id: str
    """
    Subaccount
    """
    accounts: list[ResetPaperReplyAccounts]
    """
    Paper accounts that began again
    """


class SetAllocationBody(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    targets: list[AllocationTargetInput]
    """
    Where free cash is to be; empty ends the spreading
    """


class SetAllocationReply(Model):
    targets: list[AllocationTarget]
    """
    Where free cash is to be; empty ends the spreading
    """


class SearchMarketsReply(Model):
    query: str
    """
    The search text; empty if there were only filters
    """
    corrected_query: str | None = None
    """
    What was searched, if `q` found nothing and had typos; else null
    """
    results: list[Market]
    """
    Markets, best first
    """
    total: int
    """
    Number of matches, whatever `limit` is
    """
    has_more: bool
    """
    Whether more matches come after this page: continue at `offset` + `limit`
    """
    as_of: AwareDatetime | None = None
    """
    Everything the exchanges listed before this time was searched; null while the first listing is under way
    """


class ListEventsReply(Model):
    """
    See also `SearchMarketsReply`.
    """

    query: str
    corrected_query: str | None = None
    events: list[ListedEvent]
    """
    Events, best first
    """
    total: int
    has_more: bool
    as_of: AwareDatetime | None = None


class RedeemPositionsReply(Model):
    redemptions: list[BegunRedemption]
    """
    Redemptions and merges
    """


class ListDeliveriesReply(Model):
    """
    See also `ListOrdersReply`.
    """

    deliveries: list[WebhookDelivery]
    """
    Deliveries, newest first
    """
    count: int
    """
    Number of deliveries, whatever `limit` is; beyond the page it goes no further than 10,000
    """
    as_of: AwareDatetime
    has_more: bool
    next_cursor: str | None = None


class ConditionalOrder(Model):
    """
    See also `ConditionalOrderParams`.
    """

    parent_svc_order_id: str | None = None
    parent_complex_order_id: str | None = None
    conditional_order_type: ConditionalOrderType | None = None
    link_id: str | None = None
    protect: bool
    stop_order_price: Decimal | None = None
    """
    Price at which a STOP or REVERSE_STOP fires. Of a trailing STOP its level now; null while it has none
    """
    trail_amount: Decimal | None = None
    trigger_stop_order_price: Decimal | None = None
    """
    Price at which an SL fires, or a TP that does not rest on the book
    """
    trigger_trail_amount: Decimal | None = None
    """
    `trail_amount` of the stop that an SL arms
    """
    trigger_order_type: OrderType | None = None
    """
    Type of the order it places
    """
    trigger_order_qty: Decimal | None = None
    """
    Contracts it would place now; of a protect stop what is held
    """
    trigger_order_limit_price: Decimal | None = None
    """
    Limit price of the order it places
    """
    trigger_order_max_slippage: Decimal | None = None
    """
    `max_slippage` of the order it places
    """
    trigger_order_protection_price: Decimal | None = None
    """
    `protection_price` of the order it places
    """
    trigger_order_post_only: bool
    """
    `post_only` of the order it places
    """
    trigger_order_reduce_only: bool
    """
    `reduce_only` of the order it places
    """
    trigger_order_buy_flag: bool | None = None
    """
    true buys YES, false sells YES
    """
    trigger_svc_order_id: str | None = None
    """
    Order it placed; null until then
    """
    trigger_complex_order_id: str | None = None
    """
    Stop it armed; null until then
    """
    trigger_price_type: TriggerPriceType
    triggered_at: AwareDatetime | None = None
    """
    When it fired
    """
    trigger_price: Decimal | None = None
    """
    The price that fired it
    """
    trigger_price_source: str | None = None
    """
    Source of that price: mid, bid, ask, last_trade, or mean (of the members of a custom asset)
    """
    exit_incomplete_at: AwareDatetime | None = None
    """
    Time when the exit was reported as incomplete: its orders failed with something left to close. A stop-loss keeps trying
    """


class ExchangeRefusal(Model):
    exchange: ExchangeName
    calls: RefusedCalls
    """
    Calls that are refused
    """
    since: AwareDatetime
    """
    First refusal
    """
    refused_at: AwareDatetime
    """
    Last refusal
    """
    tried_again_at: AwareDatetime
    """
    When one call tries again
    """
    reason: str
    """
    Words of the exchange, as a sentence
    """


class HookFields(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    price: HookFieldsPrice | None = None
    """
    YES price in dollars
    """
    qty: HookFieldsQty | None = None
    """
    Contracts
    """


class HookTemplate(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    subaccount_id: str
    """
    Subaccount
    """
    svc_id: int
    """
    Instrument
    """
    order_type: OrderType | None = OrderType.LIMIT
    time_in_force: HookTimeInForce | None = None
    """
    GTC rests until cancelled, GTD until `expiry_ts_utc`. IOC fills as much as possible at once, FOK all or nothing. LIMIT defaults to GTC, MARKET to IOC
    """
    qty: Decimal
    """
    Contracts
    """
    buy_flag: bool
    """
    true buys YES, false sells YES. A sale of YES that you do not hold goes short
    """
    price: Decimal | None = None
    """
    YES price in dollars
    """
    max_slippage: Decimal | None = None
    """
    Farthest price from the best of the book when it is priced, in dollars. MARKET orders and TWAP slices only; null: the usual allowance
    """
    protection_price: Decimal | None = None
    """
    YES price beyond which nothing trades, however often it is tried again. MARKET orders only
    """
    post_only: bool | None = None
    """
    Whether it never takes. If it would trade at once it ends REJECTED or CANCELLED, `would_cross`. Resting LIMIT orders (GTC, GTD) only
    """
    reduce_only: bool | None = None
    """
    Whether it only makes a position smaller: it is sent for at most what is held, less other reducing orders, and shrinks with the position. Nothing to reduce: REJECTED, `nothing_to_reduce`. Not for FOK, and not on custom assets
    """
    cancel_on_pause: bool | None = None
    """
    Whether it leaves the book when its market pauses: at once on EXCHANGE_A, within 30 seconds on EXCHANGE_B. Resting LIMIT orders (GTC, GTD) only
    """


class ListPnlReplyPnl(Model):
    subaccount_id: str
    """
    Subaccount
    """
    tag: str
    """
    Your label for a strategy. Orders that belong to the order inherit it. It never changes
    """
    realized_pnl: Decimal
    """
    Gain from closing and from payouts so far, less all fees, in dollars
    """
    unrealized_pnl: Decimal | None = None
    """
    Gain if closed at the mark price, in dollars, before the fee for closing; null without a mark price
    """
    total_fees: Decimal
    """
    Fees, in dollars
    """
    fill_count: int
    """
    Number of fills
    """
    markets: list[ListPnlReplyPnlMarkets]
    """
    The same by market. `position` is the sum of the fills of the tag
    """


class OrderRefusal(Model):
    status: int
    """
    Status
    """
    code: str | None = None
    """
    Stable code, for programs
    """
    detail: str | list[ValidationItem]
    """
    A sentence for people
    """


class OrderbookLevels(Model):
    bids: list[PriceLevel]
    """
    Highest first
    """
    asks: list[PriceLevel]
    """
    Lowest first
    """
    best_bid_price: Decimal | None = None
    """
    Null without bids
    """
    best_ask_price: Decimal | None = None
    """
    Null without asks
    """
    svc_id: int | None = None
    """
    Instrument; null for a custom asset
    """
    custom_asset_id: str | None = None
    """
    Null for an instrument
    """
    exchange_timestamp: AwareDatetime
    """
    Time of the trade, from the exchange
    """
    as_of: AwareDatetime
    """
    Time of the book, from the exchange if it gives one; for a custom asset, that of the oldest book
    """


class Redemption(Model):
    redemption_id: str
    """
    Redemption
    """
    subaccount_id: str
    """
    Subaccount
    """
    exchange_name: ExchangeName
    svc_id: int
    """
    Instrument
    """
    kind: RedemptionKind
    """
    `redeem`: a decided position. `merge`: pairs of YES and NO of an open market
    """
    state: RedemptionState
    """
    `PENDING`: not sent. `SUBMITTED`: sent, or perhaps sent. `PAID` and `FAILED` are final
    """
    payout: Decimal | None = None
    """
    What it paid, in dollars; null before that is known, and where somebody else was faster
    """
    transaction: str | None = None
    """
    Hash of the transaction on chain; null before there is one
    """
    detail: str | None = None
    """
    A sentence for people
    """
    inserted_at: AwareDatetime
    """
    When it was created
    """
    updated_at: AwareDatetime
    """
    When it last changed
    """


class SubaccountFills(Model):
    subaccount_id: str
    """
    Subaccount
    """
    as_of: AwareDatetime | None = None
    """
    Time of these figures
    """
    fills: list[Fill]
    """
    Its fills
    """


class SubaccountPositions(Model):
    subaccount_id: str
    """
    Subaccount
    """
    as_of: AwareDatetime | None = None
    """
    Time of these figures
    """
    positions: list[Position]
    """
    Positions
    """


class OrderWithFills(Order):
    fills: list[Fill]
    """
    Its fills
    """
    fills_truncated: bool
    """
    Whether there are more fills than shown
    """
    leg_svc_order_ids: list[str]
    """
    For an order on a custom asset: its legs, oldest first
    """
    skipped_members: list[SkippedMember]
    """
    For an order on a custom asset: members that it does not trade, or no longer trades
    """


class CreateOrder(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    order_type: OrderType | None = OrderType.LIMIT
    time_in_force: TimeInForce | None = None
    qty: Decimal
    """
    Contracts
    """
    buy_flag: bool
    """
    true buys YES, false sells YES. A sale of YES that you do not hold goes short
    """
    subaccount_id: str
    """
    Subaccount
    """
    price: Decimal | None = None
    """
    YES limit price, for LIMIT orders only; never rounded
    """
    max_slippage: Decimal | None = None
    """
    Farthest price from the best of the book when it is priced, in dollars. MARKET orders and TWAP slices only; null: the usual allowance
    """
    protection_price: Decimal | None = None
    """
    YES price beyond which nothing trades, however often it is tried again. MARKET orders only
    """
    post_only: bool | None = None
    """
    Whether it never takes. If it would trade at once it ends REJECTED or CANCELLED, `would_cross`. Resting LIMIT orders (GTC, GTD) only
    """
    reduce_only: bool | None = None
    """
    Whether it only makes a position smaller: it is sent for at most what is held, less other reducing orders, and shrinks with the position. Nothing to reduce: REJECTED, `nothing_to_reduce`. Not for FOK, and not on custom assets
    """
    cancel_on_pause: bool | None = None
    """
    Whether it leaves the book when its market pauses: at once on EXCHANGE_A, within 30 seconds on EXCHANGE_B. Resting LIMIT orders (GTC, GTD) only
    """
    svc_id: int | None = None
    """
    Instrument
    """
    custom_asset_id: str | None = None
    """
    Custom asset, in place of `svc_id`
    """
    expiry_ts_utc: AwareDatetime | None = None
    """
    When a GTD order ends; ignored on others
    """
    client_order_id: str | None = None
    """
    Your own name for the order. The order and its fills show it
    """
    tag: str | None = None
    """
    Your label for a strategy. Orders that belong to the order inherit it. It never changes
    """
    conditional_orders_params: list[ConditionalOrderParams] | None = None
    """
    Take-profit, stop-loss and stops attached to this order
    """


class RefusedOrder(Model):
    error: OrderRefusal
    """
    Reason why there was no answer; null if there was one
    """


OrderBatchResult = TypeAliasType(
    "OrderBatchResult",
    Annotated[PlaceOrderReply | RefusedOrder, Field(title="OrderBatchResult")],
)


class ComplexOrder(Model):
    """
    See also `Order`.
    """

    complex_order_id: str
    """
    Complex order
    """
    complex_order_type: ComplexOrderType
    complex_order_subtype: ConditionalOrderType | None = None
    """
    TP, SL, STOP or REVERSE_STOP; null for a TWAP
    """
    subaccount_id: str
    is_paper: bool
    svc_id: int | None = None
    """
    Instrument
    """
    custom_asset_id: str | None = None
    """
    Custom asset, in place of `svc_id`
    """
    market_title: str | None = None
    exchange_ticker: str | None = None
    tag: str | None = None
    status: ComplexOrderStatus
    """
    PENDING waits for its parent or for activation. ACTIVE is armed or sends slices. TRIGGERED has placed its order. CANCELLED is over. A TWAP ends COMPLETED, or EXPIRED if it is short when its time is over
    """
    created_at: AwareDatetime
    updated_at: AwareDatetime
    cancel_reason: str | None = None
    cancel_code: str | None = None
    conditional_order: ConditionalOrder | None = None
    """
    Its condition and its order; null for a TWAP
    """
    twap_order: TwapOrder | None = None
    """
    Terms and progress of a TWAP; null for other kinds
    """


class CreateComplexOrder(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    subaccount_id: str
    """
    Subaccount
    """
    svc_id: int | None = None
    """
    Instrument
    """
    custom_asset_id: str | None = None
    """
    Custom asset, in place of `svc_id`
    """
    tag: str | None = None
    """
    Your label for a strategy. Orders that belong to the order inherit it. It never changes
    """
    conditional_order_params: ConditionalOrderParams | None = None
    """
    Its condition and its order, instead of `twap_order_params`
    """
    twap_order_params: TwapOrderParams | None = None
    """
    Quantity and schedule of a TWAP, instead of `conditional_order_params`
    """


class ComplexOrderCancelReply(Model):
    cancelled_complex_order_ids: list[str]
    """
    Complex orders that are cancelled
    """
    failed_cancelled_complex_order_ids: dict[str, str]
    """
    Complex orders that could not be cancelled: a sentence by id
    """
    complex_order: ComplexOrder
    """
    The complex order now
    """


class CustomAssetWithMembers(CustomAsset):
    members: list[Market]
    """
    Its markets, in the order they were added
    """


class Orderbook(Model):
    status: Literal["ok"]
    orderbook: OrderbookLevels
    """
    The book, in YES prices
    """
    message: str | None = None
    """
    For a custom asset: missing members, and why; null for a complete book and for an instrument
    """


class Hook(Model):
    hook_id: str
    """
    Hook
    """
    name: str
    """
    Name
    """
    template: HookTemplate
    """
    Order of every alert, on one market
    """
    fields: HookFields
    """
    Fields that an alert may choose, with their bounds; all others are fixed
    """
    limits: HookLimits
    """
    What all alerts together may do
    """
    is_active: bool
    """
    Whether it takes alerts
    """
    api_key_id: str
    """
    API key that gave the hook its secret; the hook takes no alert after that key is revoked
    """
    inserted_at: AwareDatetime
    """
    When it was created
    """


class CreateHook(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    name: str
    """
    Name
    """
    template: HookTemplate
    """
    Order of every alert, on one market
    """
    fields: HookFields | None = None
    """
    Fields that an alert may choose, with their bounds; all others are fixed
    """
    limits: HookLimits
    """
    What all alerts together may do
    """


class CreatedHook(Hook):
    secret: str | None = None
    """
    Secret for the body of its alerts, shown this once; null if the request is a repeat
    """


class ComplexOrderUpdatedEvent(EventFacts):
    """
    The status of a complex order changed. Sent once for every change. The first one (`previous_status` null) means that the complex order was accepted.
    """

    type: Literal["complex_order.updated"]
    data: ComplexOrder
    """
    The object at that time
    """


class ComplexOrderExitIncompleteEvent(EventFacts):
    """
    An exit has something left to close. The exit was retried with wider protection each time, and the exchange did not fill all of it. You must act: nothing else will close the rest.
    """

    type: Literal["complex_order.exit_incomplete"]
    data: ComplexOrder
    """
    The object at that time
    """


WebhookEvent = TypeAliasType(
    "WebhookEvent",
    Annotated[
        OrderCreatedEvent
        | OrderUpdatedEvent
        | OrderFilledEvent
        | FillReversedEvent
        | ComplexOrderUpdatedEvent
        | ComplexOrderExitIncompleteEvent
        | MarketDecidedEvent
        | PositionSettledEvent
        | SubaccountHaltedEvent
        | SubaccountResumedEvent
        | WebhookTestEvent,
        Field(discriminator="type", title="WebhookEvent"),
    ],
)


class ComplexOrderUpdatedChange(ComplexOrderUpdatedEvent, ChangeCursor):
    type: Literal["complex_order.updated"]


class ComplexOrderExitIncompleteChange(ComplexOrderExitIncompleteEvent, ChangeCursor):
    type: Literal["complex_order.exit_incomplete"]


Change = TypeAliasType(
    "Change",
    Annotated[
        OrderCreatedChange
        | OrderUpdatedChange
        | OrderFilledChange
        | FillReversedChange
        | ComplexOrderUpdatedChange
        | ComplexOrderExitIncompleteChange
        | MarketDecidedChange
        | PositionSettledChange
        | SubaccountHaltedChange
        | SubaccountResumedChange,
        Field(discriminator="type", title="Change"),
    ],
)


class StreamComplexOrderUpdatedEvent(ComplexOrderUpdatedChange, StreamEventFacts):
    type: Literal["complex_order.updated"]


class StreamComplexOrderExitIncompleteEvent(
    ComplexOrderExitIncompleteChange,
    StreamEventFacts,
):
    type: Literal["complex_order.exit_incomplete"]


StreamChange = TypeAliasType(
    "StreamChange",
    Annotated[
        StreamOrderCreatedEvent
        | StreamOrderUpdatedEvent
        | StreamOrderFilledEvent
        | StreamFillReversedEvent
        | StreamComplexOrderUpdatedEvent
        | StreamComplexOrderExitIncompleteEvent
        | StreamMarketDecidedEvent
        | StreamPositionSettledEvent
        | StreamSubaccountHaltedEvent
        | StreamSubaccountResumedEvent,
        Field(discriminator="type", title="StreamChange"),
    ],
)


class StreamBook(Model):
    """
    See also `StreamQuote`.
    """

    op: Literal["event"]
    channel: str
    type: Literal["book"]
    timestamp: AwareDatetime
    snapshot: bool
    message: str | None = None
    data: Orderbook | None = None
    """
    The ten best levels of each side; null while nothing is known
    """


StreamServerMessage = TypeAliasType(
    "StreamServerMessage",
    Annotated[
        StreamReady
        | StreamSubscribed
        | StreamUnsubscribed
        | StreamPong
        | StreamError
        | StreamClosed
        | StreamQuote
        | StreamBook
        | StreamTrades
        | StreamOrderCreatedEvent
        | StreamOrderUpdatedEvent
        | StreamOrderFilledEvent
        | StreamFillReversedEvent
        | StreamComplexOrderUpdatedEvent
        | StreamComplexOrderExitIncompleteEvent
        | StreamMarketDecidedEvent
        | StreamPositionSettledEvent
        | StreamSubaccountHaltedEvent
        | StreamSubaccountResumedEvent,
        Field(title="StreamServerMessage"),
    ],
)


class HTTPValidationError(Model):
    detail: list[ValidationItem]
    """
    Every fault of the request
    """
    code: Literal["invalid_request"]
    """
    Stable code, for programs
    """
    request_id: str
    """
    Of this request, as in `x-request-id`
    """
    doc_url: str
    """
    Page about the code
    """
    hint: str | None = None
    """
    What a frequent mistake was, such as a price in cents; absent if none is known
    """


class PlaceOrdersBody(Model):
    model_config = ConfigDict(
        extra="forbid",
    )
    orders: list[CreateOrder]
    """
    1 to 20 bodies of POST /v1/orders. Each stands for itself
    """


class PlaceOrdersReply(Model):
    results: list[OrderBatchResult]
    """
    What became of each order, in the order of the request
    """


class ListPositionsReply(Model):
    subaccount_to_positions: list[SubaccountPositions]
    """
    Positions by subaccount
    """
    has_more: bool
    """
    Whether more matches come after this page: continue at `offset` + `limit`
    """


class ListRedemptionsReply(Model):
    redemptions: list[Redemption]
    """
    Redemptions and merges
    """
    has_more: bool
    """
    Whether more matches come after this page: continue at `offset` + `limit`
    """


class ListFillsReply(Model):
    """
    See also `ListOrdersReply`.
    """

    subaccount_to_fills: list[SubaccountFills]
    """
    Fills by subaccount
    """
    has_more: bool
    next_cursor: str | None = None


class ListPnlReply(Model):
    pnl: list[ListPnlReplyPnl]
    """
    Tags by subaccount, then by name
    """
    has_more: bool
    """
    Whether more matches come after this page: continue at `offset` + `limit`
    """


class ListChangesReply(Model):
    changes: list[Change]
    """
    Changes, oldest first
    """
    cursor: str
    """
    Where to go on: `after` of the next call
    """
    has_more: bool
    """
    Whether more changes come after this page: continue with `after` = `cursor`
    """


class GetHealthReply(Model):
    status: Literal["ok"]
    version: str
    """
    Version of the service
    """
    accounts: AccountKind
    """
    Kind of accounts: `simulated` (simulated exchanges), `paper` (real markets, play money, no order is sent), `demo` (demo environment of an exchange) or `production` (real money)
    """
    markets: MarketsKind
    """
    Kind of markets: `simulated`, `live` (those of the real exchanges) or `demo`
    """
    stream_url: str
    """
    Address of the stream: a WebSocket
    """
    price_watch: list[PriceFeed] | None = None
    """
    State of the price watch, by exchange
    """
    late_shares: list[LateShare] | None = None
    """
    Users whose armed stops on custom assets are compared late
    """
    refusals: list[ExchangeRefusal] | None = None
    """
    Exchanges that refuse all calls of a kind now; empty while none does
    """
    cost_stop: GetHealthReplyCostStop | None = None
    """
    What an alarm on requests or costs has halted, until the owner lifts it; null if nothing
    """


class ComplexOrderGroup(Model):
    conditional_orders: list[ComplexOrder]
    """
    Conditional orders, newest first
    """
    twap_orders: list[ComplexOrder]
    """
    TWAP orders, newest first
    """


class ListComplexOrdersReply(Model):
    """
    See also `ListOrdersReply`.
    """

    complex_orders: ComplexOrderGroup
    """
    Complex orders by kind
    """
    count: int
    as_of: AwareDatetime
    has_more: bool
    next_cursor: str | None = None
