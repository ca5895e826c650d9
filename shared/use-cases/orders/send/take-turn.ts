/**
 * Orders of one account have their turns in the order of their messages, as the account's rate limit allows. An order that would have to wait
 * for it holds no run: its message is given back, and those behind it too. What an order waits for after its turn holds up no other.
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
  if (turns === null || window.hasTurn()) return true
  const before = await turns.mine()
  if (before !== null && turns.canBeGivenBack()) return giveBack(window, before)
  const { go, waitMs, refillMs } =
    (await exchange.takeTurn?.(account, order, WORTH_WAITING_MS, window.sendSignal())) ?? NO_LIMIT
  if (!go && turns.canBeGivenBack()) return giveBack(window, clock() + waitMs)
  window.noteTurn()
  // Who sends for the account next may be another process, which knows nothing of this send: it comes when the limit has its part again.
  turns.keepGroup(refillMs)
  turns.pass(null)
  if (go && waitMs > 0) await pause(waitMs)
  return true
}

const NO_LIMIT = { go: true, waitMs: 0, refillMs: 0 }

const giveBack = (window: SendWindow, againAt: Millis): false => {
  window.turns?.pass(againAt)
  window.comeAgain(againAt)
  return false
}
