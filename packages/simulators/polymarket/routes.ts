/** Authenticated calls of the CLOB host. */

import { getBalance, updateBalance } from './clob/account/balance-calls.ts'
import { createKey, deleteKey, deriveKey, listKeys, readBanStatus } from './clob/account/key-calls.ts'
import { listTrades } from './clob/account/read-trades.ts'
import { readTier } from './clob/account/tier-call.ts'
import { cancelAllOrders, cancelOrder, cancelOrders, tokensOfAll } from './clob/orders/cancel-orders.ts'
import { placeOrder, placeOrders } from './clob/orders/place-order.ts'
import { getOrder, listOrders } from './clob/orders/read-orders.ts'
import { tokensOfBatch } from './clob/orders/tokens-of-batch.ts'
import type { Route } from './http/call.ts'

export const ROUTES: readonly Route[] = [
  { access: 'wallet', method: 'POST', path: '/auth/api-key', answer: createKey },
  { access: 'wallet', method: 'GET', path: '/auth/derive-api-key', answer: deriveKey },
  { access: 'key', method: 'GET', path: '/auth/api-keys', answer: listKeys },
  { access: 'key', method: 'DELETE', path: '/auth/api-key', answer: deleteKey },
  { access: 'key', method: 'GET', path: '/auth/ban-status/closed-only', answer: readBanStatus },
  { access: 'key', method: 'POST', path: '/order', trades: 'order', answer: placeOrder },
  { access: 'key', method: 'POST', path: '/orders', trades: 'order', tokens: tokensOfBatch, answer: placeOrders },
  { access: 'key', method: 'DELETE', path: '/order', trades: 'cancel', answer: cancelOrder },
  { access: 'key', method: 'DELETE', path: '/orders', trades: 'cancel', tokens: tokensOfBatch, answer: cancelOrders },
  {
    access: 'key',
    method: 'DELETE',
    path: '/cancel-all',
    trades: 'cancel',
    tokens: tokensOfAll,
    answer: cancelAllOrders,
  },
  { access: 'key', method: 'GET', path: '/data/order/:id', answer: getOrder },
  { access: 'key', method: 'GET', path: '/data/orders', answer: listOrders },
  { access: 'key', method: 'GET', path: '/data/trades', answer: listTrades },
  { access: 'key', method: 'GET', path: '/v1/user/rate-limit-tier', answer: readTier },
  { access: 'key', method: 'GET', path: '/balance-allowance', answer: getBalance },
  { access: 'key', method: 'GET', path: '/balance-allowance/update', answer: updateBalance },
]
