/** Ends the orders of a paper account in a market that does not trade any more, or pauses. */

import type { PaperAccount, PaperChange } from './paper-account.ts'
import type { PaperOrder } from './paper-order.ts'

/** Most orders that end in one change. The next advance ends the others. */
const MOST_AT_ONCE = 90

/** Ends all orders of a closed market. In a paused market it ends the orders with `cancelOnPause`. Null if no order ends. */
export const endIn = (
  account: PaperAccount,
  orders: readonly PaperOrder[],
  nativeId: string,
  state: 'paused' | 'closed',
): PaperChange<PaperOrder> | null => {
  const ended = orders
    .filter((order) => order.nativeId === nativeId && (state === 'closed' || order.cancelOnPause))
    .slice(0, MOST_AT_ONCE)
  return ended.length === 0 ? null : endOrders(account, ended)
}

/** Ends these orders: they leave the book. */
export const endOrders = (account: PaperAccount, orders: readonly PaperOrder[]): PaperChange<PaperOrder> => {
  const gone = new Set(orders.map(({ paperId }) => paperId))
  return {
    account: { ...account, open: account.open.filter((paperId) => !gone.has(paperId)) },
    orders: orders.map((order) => ({ ...order, state: 'ended' })),
    fills: [],
  }
}
