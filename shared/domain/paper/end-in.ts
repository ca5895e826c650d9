/** Ends the orders of a paper account in a market that does not trade any more, or pauses. */

import type { PaperAccount, PaperChange } from './paper-account.ts'
import type { PaperOrder } from './paper-order.ts'

/** Most orders that end in one change. The next advance ends the others. */
const MOST_AT_ONCE = 90

/** `closed` ends all orders of the market, `paused` those that ask for it. Null if there is none. */
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
