/**
 * Orders of one account go out in the order of their messages, as the account's rate limit allows. An order that would have to wait holds no run:
 * its message is given back, and those behind it too.
 */

import type { Millis } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { SendWindow } from './send-window.ts'

interface TakeTurnDeps {
  readonly clock: Clock
  readonly pause: (ms: number) => Promise<void>
}

/** How long a run waits: giving a message back costs it a second. */
const WORTH_WAITING_MS = 250

/** Whether the order may go out now. Otherwise the window knows when its message is to come again, and nothing was changed. */
export const takeTurn = async (
  { clock, pause }: TakeTurnDeps,
  exchange: Pick<Exchange, 'takeTurn'>,
  account: ExchangeAccount,
  order: Pick<Order, 'shard'>,
  window: SendWindow,
): Promise<boolean> => {
  const { turns } = window
  if (turns === null || exchange.takeTurn === undefined || window.hasTurn()) return true
  const before = await turns.mine()
  if (before !== null) return giveBack(window, before)
  const { go, waitMs } = await exchange.takeTurn(account, order, WORTH_WAITING_MS, window.sendSignal())
  if (!go) return giveBack(window, clock() + waitMs)
  window.noteTurn()
  turns.pass(null)
  if (waitMs > 0) await pause(waitMs)
  return true
}

const giveBack = (window: SendWindow, againAt: Millis): false => {
  window.turns?.pass(againAt)
  window.comeAgain(againAt)
  return false
}
