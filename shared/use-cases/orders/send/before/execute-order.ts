/** Executes an order: takes the step its state asks for, and waits for the next one. Safe to run any number of times. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { isAmendDue } from '#domain/orders/amend/amending.ts'
import type { Order } from '#domain/orders/order.ts'
import { isFinal } from '#domain/orders/status.ts'
import { outlastSilence } from '../../../kernel/outlast-silence.ts'
import { enqueueSweep } from '../../../work/enqueue.ts'
import { changeOrder } from '../../change-order.ts'
import type { TimeBudget } from '../time-budget.ts'
import { amendAtExchange } from './amend-at-exchange.ts'
import { resolveOrder } from './resolve-order.ts'
import { type ExecuteOrderDeps, type Stepped, saveStep } from './send-claimed.ts'
import { sendFirst } from './send-first.ts'

/** How often an order is read again that changed between read and claim. After that the sweeper takes it up. */
const LOOKS = 5

/** How often one run tries an order again after a short wait. After that its due date and the sweeper take over. */
const WAITS = 2

/**
 * How long an order waits for the account's rate limit, for which the other orders of the account have to wait too: its message is given
 * back. A run waits as long where that is not possible.
 */
const RATE_LIMIT_WAIT = 5 * SECOND

/** How long a run waits for anything else: meanwhile the other orders of the account stand still. */
const LONGEST_WAIT = SECOND / 2

/** `window` is how much time the consumer has. Answers when the message is to come again; null when it is done with. */
export const executeOrder = async (
  deps: ExecuteOrderDeps,
  orderId: string,
  window: TimeBudget,
): Promise<Millis | null> => {
  for (let waits = 0; ; waits += 1) {
    const order = await stepThroughSilence(deps, orderId, window)
    if (window.comesAgain() !== null) return window.comesAgain()
    if (order === null || isFinal(order.status) || order.dueAt === null) return null
    if (order.sendState === 'acked' && !isAmendDue(order)) return null
    const wait = Math.max(0, order.dueAt - deps.clock())
    const canBeGivenBack = window.turns?.canBeGivenBack() === true
    if (window.isRateLimited() && canBeGivenBack && wait <= RATE_LIMIT_WAIT) return order.dueAt
    const longest = window.isRateLimited() ? RATE_LIMIT_WAIT : LONGEST_WAIT
    if (waits === WAITS || wait > longest || !window.allows(wait)) {
      await enqueueSweep(deps, wait)
      return null
    }
    window.turns?.pass(null)
    await deps.pause(wait)
  }
}

/**
 * The sweeper may come half a minute later for an order whose step a silent table has ended, so it is taken again while there is time for a
 * call. What another run has claimed meanwhile is leased, and left alone.
 */
const stepThroughSilence = async (
  deps: ExecuteOrderDeps,
  orderId: string,
  window: TimeBudget,
): Promise<Order | null> => {
  const pause = (ms: number): Promise<void> => {
    window.turns?.pass(null)
    return deps.pause(ms)
  }
  const patient = { ...deps, pause }
  try {
    return await outlastSilence(patient, window.lastCall, { orderId }, () => step(deps, orderId, window))
  } catch (error) {
    if (window.claims.some())
      await outlastSilence(patient, window.signal, { orderId }, () => giveBack(deps, orderId, window))
    throw error
  }
}

/** There is no time left to send it. The next run need not wait for a lease under which nothing was sent. */
const giveBack = async (deps: ExecuteOrderDeps, orderId: string, { claims }: TimeBudget): Promise<void> => {
  const order = await changeOrder(deps.orders, orderId, (current) => claims.released(current) ?? current)
  if (order !== null && order.lease === null) await enqueueSweep(deps, 0)
}

/** The order as it stands after one step; null when there is nothing to do here. */
const step = async (deps: ExecuteOrderDeps, orderId: string, window: TimeBudget): Promise<Order | null> => {
  for (let look = 0; look < LOOKS; look += 1) {
    const order = await deps.orders.get(orderId)
    if (order === null) deps.log.error('a message names an order that is not stored', { orderId })
    if (order === null || isFinal(order.status) || order.heldBack) return null
    if (order.sendState === 'acked' && !isAmendDue(order)) return null
    if (order.lease !== null && order.lease.until > deps.clock()) {
      const unleased = window.claims.released(order)
      // Another consumer is sending it. The sweeper takes it up when the lease is over.
      if (unleased === null) return null
      await saveStep(deps, unleased)
      continue
    }
    // An order that was sent already keeps no other waiting.
    if (order.sendState === 'in_flight' || order.sendState === 'unknown') window.turns?.pass(null)
    const stepped = await STEPS[order.sendState](deps, order, window)
    if (stepped !== 'changed') return stepped
  }
  return null
}

const STEPS = {
  none: sendFirst,
  in_flight: resolveOrder,
  unknown: resolveOrder,
  acked: amendAtExchange,
} as const satisfies Record<
  Order['sendState'],
  (deps: ExecuteOrderDeps, order: Order, window: TimeBudget) => Promise<Stepped>
>
