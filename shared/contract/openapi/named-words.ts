/** The lists of words that have a name of their own among the schemas of the OpenAPI document. */

import { ACCOUNT_KINDS, MARKETS_KINDS } from '#domain/accounts/account-kind.ts'
import { SCOPES } from '#domain/accounts/api-key.ts'
import { QUOTA_NAMES } from '#domain/accounts/quotas.ts'
import { ALLOCATIONS } from '#domain/baskets/plan/plan.ts'
import { COMPLEX_ORDER_STATUSES } from '#domain/complex-orders/status.ts'
import { COMPLEX_ORDER_KINDS } from '#domain/contingent/complex-order.ts'
import { CONDITIONAL_TYPES } from '#domain/contingent/conditional.ts'
import { REFUSED_CALLS } from '#domain/exchanges/exchange-refusal.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { CATEGORIES, MARKET_STATUSES } from '#domain/markets/market.ts'
import { MARKET_SORTS } from '#domain/markets/market-sort.ts'
import { PRICE_FEED_STATES } from '#domain/markets/price-feed.ts'
import { PRICE_INTERVALS } from '#domain/markets/price-series.ts'
import { TRIGGER_PRICE_TYPES } from '#domain/markets/trigger-price.ts'
import { AMEND_STATUSES } from '#domain/orders/amend/amend.ts'
import { FILL_STATUSES } from '#domain/orders/fills/fill.ts'
import { ORDER_TYPES, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import { HISTORY_INTERVALS } from '#domain/portfolio/equity-history.ts'
import { END_REASONS } from '#domain/streams/stream.ts'
import { DELIVERY_STATUSES } from '#domain/webhooks/delivery.ts'
import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import { WEBHOOK_KINDS } from '#domain/webhooks/webhook-kind.ts'
import { HOOK_TIMES_IN_FORCE } from '../hooks/hook-record.ts'
import { OPEN } from '../kernel/lists/status-filter.ts'
import { SERIES_TYPES } from '../markets/price-series-record.ts'
import { SETTLEMENTS } from '../portfolio/position-record.ts'
import { REDEMPTION_KINDS, REDEMPTION_STATES } from '../portfolio/redemption-record.ts'
import { DISABLED_REASONS } from '../webhooks/webhook-record.ts'

export const NAMED_WORDS: Readonly<Record<string, readonly string[]>> = {
  AccountKind: ACCOUNT_KINDS,
  Allocation: ALLOCATIONS,
  AmendStatus: AMEND_STATUSES,
  Category: CATEGORIES,
  ComplexOrderStatus: COMPLEX_ORDER_STATUSES,
  ComplexOrderStatusFilter: [...COMPLEX_ORDER_STATUSES, OPEN],
  ComplexOrderType: COMPLEX_ORDER_KINDS,
  ConditionalOrderType: CONDITIONAL_TYPES,
  DeliveryStatus: DELIVERY_STATUSES,
  EventType: WEBHOOK_EVENT_TYPES,
  ExchangeName: EXCHANGE_NAMES,
  FillStatus: FILL_STATUSES,
  HistoryInterval: HISTORY_INTERVALS,
  HookTimeInForce: HOOK_TIMES_IN_FORCE,
  MarketSort: MARKET_SORTS,
  MarketsKind: MARKETS_KINDS,
  MarketStatus: MARKET_STATUSES,
  OrderStatus: ORDER_STATUSES,
  OrderStatusFilter: [...ORDER_STATUSES, OPEN],
  OrderType: ORDER_TYPES,
  PriceFeedStatus: PRICE_FEED_STATES,
  PriceInterval: PRICE_INTERVALS,
  PriceSeriesType: SERIES_TYPES,
  QuotaName: QUOTA_NAMES,
  RedemptionKind: REDEMPTION_KINDS,
  RedemptionState: REDEMPTION_STATES,
  RefusedCalls: REFUSED_CALLS,
  Scope: SCOPES,
  Settlement: SETTLEMENTS,
  StreamEndReason: END_REASONS,
  TimeInForce: TIMES_IN_FORCE,
  TriggerPriceType: TRIGGER_PRICE_TYPES,
  WebhookDisabledReason: DISABLED_REASONS,
  WebhookKind: WEBHOOK_KINDS,
}
