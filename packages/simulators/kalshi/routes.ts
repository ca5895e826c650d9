/** Every call the simulated exchange answers. */

import {
  communicationsId,
  createApiKey,
  deleteApiKey,
  generateApiKey,
  getLimits,
  listApiKeys,
} from './account/account-calls.ts'
import {
  getBalance,
  getOrder,
  getUserDataTimestamp,
  listArchivedFills,
  listArchivedOrders,
  listFills,
  listOrders,
  listPositions,
  listSettlements,
} from './account/read-portfolio.ts'
import { getTargetAllocation, setTargetAllocation } from './account/target-allocation.ts'
import { createTransfer, getTransfer, listTransfers } from './account/transfer-calls.ts'
import type { Charge, Route, SimulatorCall } from './http/call.ts'
import { getArchivedCandles, getCandles, listCandles } from './markets/read-candles.ts'
import { getEvent, getSeries, listEvents, listSeries } from './markets/read-events.ts'
import { getExchangeStatus } from './markets/read-exchange.ts'
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
  chargeOfAmend,
  chargeOfCancel,
  chargeOfDecrease,
  decreaseOrder,
} from './orders/change-order.ts'
import { chargeOfCreate, createOrder } from './orders/create-order.ts'

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

/** The first route that fits answers: fixed paths stand before parameters. */
export const ROUTES: readonly Route[] = [
  trade('POST', '/portfolio/events/orders', chargeOfCreate, createOrder, 'exchange'),
  trade('DELETE', '/portfolio/events/orders', fixed(2), cancelAllOrders, 'exchange'),
  trade('DELETE', '/portfolio/events/orders/:order_id', chargeOfCancel, cancelOrder, 'exchange'),
  trade('POST', '/portfolio/events/orders/:order_id/amend', chargeOfAmend, amendOrder, 'trading'),
  trade('POST', '/portfolio/events/orders/:order_id/decrease', chargeOfDecrease, decreaseOrder, 'exchange'),
  read('/portfolio/orders', listOrders),
  read('/portfolio/orders/:order_id', getOrder, 2),
  read('/portfolio/fills', listFills),
  read('/portfolio/positions', listPositions),
  read('/portfolio/settlements', listSettlements),
  { ...read('/portfolio/balance', getBalance), scope: 'read::portfolio_balance', isBalance: true },
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
  open('/exchange/user_data_timestamp', getUserDataTimestamp),
  listed('/markets', listMarkets),
  listed('/markets/trades', listTrades),
  open('/markets/orderbooks', listOrderbooks),
  listed('/markets/candlesticks', listCandles),
  listed('/markets/:ticker', getMarket),
  open('/markets/:ticker/orderbook', getOrderbook),
  listed('/series', listSeries),
  listed('/series/:series_ticker', getSeries),
  listed('/series/:series_ticker/markets/:ticker/candlesticks', getCandles),
  listed('/events', listEvents),
  listed('/events/:event_ticker', getEvent),
  open('/historical/markets', listArchivedMarkets),
  open('/historical/markets/:ticker', getArchivedMarket),
  open('/historical/markets/:ticker/candlesticks', getArchivedCandles),
  open('/historical/trades', listArchivedTrades),
  read('/historical/orders', listArchivedOrders),
  read('/historical/fills', listArchivedFills),
  read('/account/limits', getLimits),
  read('/api_keys', listApiKeys),
  read('/communications/id', communicationsId),
  { method: 'POST', path: '/api_keys', scope: 'write', answer: createApiKey },
  { method: 'POST', path: '/api_keys/generate', scope: 'write', answer: generateApiKey },
  { method: 'DELETE', path: '/api_keys/:api_key', scope: 'write', answer: deleteApiKey },
]
