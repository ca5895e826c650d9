/**
 * Gives orders of one account their turns in the order of their messages, as the account's rate limit allows. An order that would wait for
 * the limit does not block the run: its message is requeued, and the messages behind it too. Waiting after the turn delays no other order.
 */

import type { Order } from '#domain/orders/order.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { TimeBudget } from './time-budget.ts'

interface GroupTurnDeps {
  readonly clock: Clock
  readonly pause: (ms: number) => Promise<void>
}

/** An order that waits for its turn, with its exchange and account. */
interface Waiting {
  readonly exchange: Pick<Exchange, 'reserveRate'>
  readonly account: ExchangeAccount
  readonly order: Pick<Order, 'shard'>
}

/** Longest wait in ms inside a run: requeuing a message costs it a second. */
const WORTH_WAITING_MS = 250

/** Returns whether the order may be sent now. If not, the message is requeued, and nothing has changed. */
export const awaitGroupTurn = async (
  { clock, pause }: GroupTurnDeps,
  { exchange, account, order }: Waiting,
  time: TimeBudget,
): Promise<boolean> => {
  const { turns } = time
  if (turns === null || time.hasTurn()) return true
  const before = await turns.mine()
  if (before !== null && turns.canBeGivenBack()) {
    time.requeue(before)
    return false
  }
  const { go, waitMs, refillMs } =
    (await exchange.reserveRate?.(account, order, WORTH_WAITING_MS, time.sendSignal())) ?? NO_LIMIT
  if (!go && turns.canBeGivenBack()) {
    time.requeue(clock() + waitMs)
    return false
  }
  time.recordTurn()
  // The next sender of the account may be another process that knows nothing of this send. That process waits until the limit has regained this part.
  turns.keepGroup(refillMs)
  turns.pass(null)
  if (go && waitMs > 0) await pause(waitMs)
  return true
}

const NO_LIMIT = { go: true, waitMs: 0, refillMs: 0 }
