/** Every call the simulated exchange answers. */

import {
  communicationsId,
  createApiKey,
  deleteApiKey,
  generateApiKey,
  getLimits,
  listApiKeys,
  listEndpointCosts,
  upgradeTier,
} from './account/account-calls.ts'
import {
  getBalance,
  getOrder,
  getQueuePosition,
  getRestingValue,
  getUserDataTimestamp,
  listArchivedFills,
  listArchivedOrders,
  listArchivedPositions,
  listFills,
  listOrders,
  listPositions,
  listQueuePositions,
  listSettlements,
} from './account/read-portfolio.ts'
import { getTargetAllocation, setTargetAllocation } from './account/target-allocation.ts'
import { createTransfer, getTransfer, listTransfers } from './account/transfer-calls.ts'
import type { Charge, Route, SimulatorCall } from './http/call.ts'
import { refusal } from './http/refusal.ts'
import { getArchivedCandles, getCandles, getEventCandles, listCandles } from './markets/read-candles.ts'
import {
  getEvent,
  getEventMetadata,
  getSeries,
  listEvents,
  listFiltersBySport,
  listSeries,
  listTagsByCategories,
} from './markets/read-events.ts'
import {
  emptyPage,
  getExchangeSchedule,
  getExchangeStatus,
  getHistoricalCutoff,
  listEventFeeChanges,
  listSeriesFeeChanges,
} from './markets/read-exchange.ts'
import {
  getArchivedMarket,
  getMarket,
  getOrderbook,
  listArchivedMarkets,
  listArchivedTrades,
  listMarkets,
  listOrderbooks,
  listTrades,
} from './markets/read-markets.ts'
import {
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  cancelOrders,
  chargeOfAmend,
  chargeOfCancel,
  chargeOfCancels,
  chargeOfDecrease,
  decreaseOrder,
} from './orders/change-order.ts'
import { chargeOfCreate, chargeOfCreates, createOrder, createOrders } from './orders/create-order.ts'

type Answer = Route['answer']

const open = (path: string, answer: Answer): Route => ({ method: 'GET', path, scope: null, answer })

/** Up to 15 s old, or not known to be newer (Kalshi live reference, section 2.2). Order books are live. */
const listed = (path: string, answer: Answer): Route => ({ ...open(path, answer), cached: true })

const read = (path: string, answer: Answer, cost = 10): Route => ({ method: 'GET', path, scope: 'read', cost, answer })

const trade = (
  method: string,
  path: string,
  charge: (call: SimulatorCall) => Charge,
  answer: Answer,
  pausedBy: 'trading' | 'exchange',
): Route => ({ method, path, scope: 'write::trade', charge, answer, pausedBy })

const fixed = (cost: number) => (): Charge => ({ cost, shard: 0 })

/** Switched off in June 2026 (Kalshi reference, section 6). */
const retired = (method: string, path: string): Route => ({
  method,
  path,
  scope: null,
  answer: () => {
    throw refusal(410, 'deprecated_v1_order_endpoint')
  },
})

/** The first route that fits answers: fixed paths stand before parameters. */
export const ROUTES: readonly Route[] = [
  trade('POST', '/portfolio/events/orders', chargeOfCreate, createOrder, 'exchange'),
  trade('DELETE', '/portfolio/events/orders', fixed(2), cancelAllOrders, 'exchange'),
  trade('POST', '/portfolio/events/orders/batched', chargeOfCreates, createOrders, 'exchange'),
  trade('DELETE', '/portfolio/events/orders/batched', chargeOfCancels, cancelOrders, 'exchange'),
  trade('DELETE', '/portfolio/events/orders/:order_id', chargeOfCancel, cancelOrder, 'exchange'),
  trade('POST', '/portfolio/events/orders/:order_id/amend', chargeOfAmend, amendOrder, 'trading'),
  trade('POST', '/portfolio/events/orders/:order_id/decrease', chargeOfDecrease, decreaseOrder, 'exchange'),
  retired('POST', '/portfolio/orders'),
  retired('POST', '/portfolio/orders/batched'),
  retired('DELETE', '/portfolio/orders/batched'),
  retired('DELETE', '/portfolio/orders/:order_id'),
  retired('POST', '/portfolio/orders/:order_id/amend'),
  retired('POST', '/portfolio/orders/:order_id/decrease'),
  read('/portfolio/orders', listOrders),
  read('/portfolio/orders/queue_positions', listQueuePositions),
  read('/portfolio/orders/:order_id', getOrder, 2),
  read('/portfolio/orders/:order_id/queue_position', getQueuePosition),
  read('/portfolio/fills', listFills),
  read('/portfolio/positions', listPositions),
  read('/portfolio/settlements', listSettlements),
  { ...read('/portfolio/balance', getBalance), scope: 'read::portfolio_balance', isBalance: true },
  read('/portfolio/summary/total_resting_order_value', getRestingValue),
  read('/portfolio/deposits', emptyPage('deposits')),
  read('/portfolio/withdrawals', emptyPage('withdrawals')),
  {
    method: 'POST',
    path: '/portfolio/intra_exchange_instance_transfer',
    scope: 'write::transfer',
    answer: createTransfer,
    pausedBy: 'trading',
  },
  read('/portfolio/intra_exchange_instance_transfers', listTransfers),
  read('/portfolio/intra_exchange_instance_transfers/:transfer_id', getTransfer),
  read('/portfolio/target_balance_allocation', getTargetAllocation),
  {
    method: 'POST',
    path: '/portfolio/target_balance_allocation',
    scope: 'write::transfer',
    answer: setTargetAllocation,
  },
  listed('/exchange/status', getExchangeStatus),
  open('/exchange/schedule', getExchangeSchedule),
  open('/exchange/user_data_timestamp', getUserDataTimestamp),
  listed('/markets', listMarkets),
  listed('/markets/trades', listTrades),
  open('/markets/orderbooks', listOrderbooks),
  listed('/markets/candlesticks', listCandles),
  listed('/markets/:ticker', getMarket),
  open('/markets/:ticker/orderbook', getOrderbook),
  listed('/series', listSeries),
  open('/series/fee_changes', listSeriesFeeChanges),
  listed('/series/:series_ticker', getSeries),
  listed('/series/:series_ticker/markets/:ticker/candlesticks', getCandles),
  listed('/series/:series_ticker/events/:event_ticker/candlesticks', getEventCandles),
  listed('/events', listEvents),
  open('/events/fee_changes', listEventFeeChanges),
  open('/events/multivariate', emptyPage('events')),
  listed('/events/:event_ticker', getEvent),
  listed('/events/:event_ticker/metadata', getEventMetadata),
  open('/search/tags_by_categories', listTagsByCategories),
  open('/search/filters_by_sport', listFiltersBySport),
  open('/historical/cutoff', getHistoricalCutoff),
  open('/historical/markets', listArchivedMarkets),
  open('/historical/markets/:ticker', getArchivedMarket),
  open('/historical/markets/:ticker/candlesticks', getArchivedCandles),
  open('/historical/trades', listArchivedTrades),
  read('/historical/orders', listArchivedOrders),
  read('/historical/fills', listArchivedFills),
  read('/historical/positions', listArchivedPositions),
  open('/account/endpoint_costs', listEndpointCosts),
  read('/account/limits', getLimits),
  {
    method: 'POST',
    path: '/account/api_usage_level/upgrade',
    scope: 'write',
    cost: 30,
    answer: upgradeTier,
  },
  read('/api_keys', listApiKeys),
  read('/communications/id', communicationsId),
  { method: 'POST', path: '/api_keys', scope: 'write', answer: createApiKey },
  { method: 'POST', path: '/api_keys/generate', scope: 'write', answer: generateApiKey },
  { method: 'DELETE', path: '/api_keys/:api_key', scope: 'write', answer: deleteApiKey },
]
