/** Executes an order: decides its next step, carries it out, and waits for the next one. Safe to run any number of times. */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { later } from '#domain/orders/send/after-unknown.ts'
import { decide, hasNextStep } from '#domain/orders/send/decide.ts'
import type { LastStep } from '#domain/orders/send/step.ts'
import { withoutLease } from '#domain/orders/transitions/claim.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { retryOutage } from '../../kernel/retry-outage.ts'
import { enqueueSweep } from '../../work/enqueue.ts'
import { changeOrder } from '../change-order.ts'
import type { ExecuteOrderDeps, OrderRun, StepResult } from './order-run.ts'
import { runLastStep, runStep } from './run-step.ts'
import type { TimeBudget } from './time-budget.ts'

/** How often an order is read again after it changed between read and claim. Later the sweeper finds it. */
const READS = 5

/** How often one run tries an order again after a short wait. Later its due date and the sweeper take over. */
const WAITS = 2

/**
 * Longest wait in ms for the account's rate limit, for which the other orders of the account have to wait too: the message is requeued.
 * A run waits as long if that is not possible.
 */
const RATE_LIMIT_WAIT = 5 * SECOND

/** Longest wait in ms inside a run for anything else: meanwhile the other orders of the account wait. */
const LONGEST_WAIT = SECOND / 2

/** Returns when the message is to come again, or null if it is done. */
export const executeOrder = async (
  deps: ExecuteOrderDeps,
  orderId: string,
  time: TimeBudget,
): Promise<Millis | null> => {
  for (let waits = 0; ; waits += 1) {
    const order = await stepThroughOutage(deps, orderId, time)
    if (time.comesAgain() !== null) return time.comesAgain()
    if (order === null || order.dueAt === null || !hasNextStep(order)) return null
    const waitMs = Math.max(0, order.dueAt - deps.clock())
    if (isWorthRequeue(waitMs, time)) return order.dueAt
    if (waits === WAITS || !isWorthWaiting(waitMs, time)) {
      await enqueueSweep(deps, waitMs)
      return null
    }
    time.turns?.pass(null)
    await deps.pause(waitMs)
  }
}

const isWorthRequeue = (waitMs: number, time: TimeBudget): boolean =>
  time.isRateLimited() && time.turns?.canBeGivenBack() === true && waitMs <= RATE_LIMIT_WAIT

const isWorthWaiting = (waitMs: number, time: TimeBudget): boolean =>
  waitMs <= (time.isRateLimited() ? RATE_LIMIT_WAIT : LONGEST_WAIT) && time.allows(waitMs)

/**
 * Repeats a step that an outage of the table has ended, while time is left for a call. The sweeper may come half a minute later. An order
 * that another run has claimed meanwhile is leased, and left alone.
 */
const stepThroughOutage = async (deps: ExecuteOrderDeps, orderId: string, time: TimeBudget): Promise<Order | null> => {
  const pause = (ms: number): Promise<void> => {
    time.turns?.pass(null)
    return deps.pause(ms)
  }
  const patient = { ...deps, pause }
  try {
    return await retryOutage(patient, time.lastCall, { orderId }, () => takeStep(deps, orderId, time))
  } catch (error) {
    if (time.claims.some())
      await retryOutage(patient, time.signal, { orderId }, () => releaseClaim(deps, orderId, time))
    throw error
  }
}

/** Releases a claim under which nothing was sent, because no time is left to send. The next run need not wait for the lease. */
const releaseClaim = async (deps: ExecuteOrderDeps, orderId: string, { claims }: TimeBudget): Promise<void> => {
  const order = await changeOrder(deps.orders, orderId, (current) => claims.released(current) ?? current)
  if (order !== null && order.lease === null) await enqueueSweep(deps, 0)
}

/** Returns the order after one step, or null if nothing is left to do here. */
const takeStep = async (deps: ExecuteOrderDeps, orderId: string, time: TimeBudget): Promise<Order | null> => {
  for (let reads = 0; reads < READS; reads += 1) {
    const order = await deps.orders.get(orderId)
    if (order === null) deps.log.error('order of a message not stored', { orderId })
    if (order === null || !hasNextStep(order)) return null
    const isLeased = order.lease !== null && order.lease.until > deps.clock()
    const result = isLeased ? await releaseUnused(deps, order, time) : await beginRun(deps, order, time)
    if (result !== 'changed') return result
  }
  return null
}

/** Another run may be sending the order. The sweeper finds it when the lease is over. */
const releaseUnused = async (deps: ExecuteOrderDeps, order: Order, { claims }: TimeBudget): Promise<StepResult> => {
  const released = claims.released(order)
  if (released === null) return null
  await deps.orders.save(released, [])
  return 'changed'
}

const beginRun = (deps: ExecuteOrderDeps, order: Order, time: TimeBudget): Promise<StepResult> => {
  // An order that was sent already makes no other order wait.
  if (order.sendState === 'in_flight' || order.sendState === 'unknown') time.turns?.pass(null)
  return runOrder({ deps, time, order, account: null, facts: { startedAt: deps.clock(), slippage: deps.slippage } })
}

/** Decides and runs steps until the order is sent, or stored. */
const runOrder = async (begun: OrderRun): Promise<StepResult> => {
  let run = begun
  const decided = async (): Promise<LastStep | { readonly result: StepResult }> => {
    for (;;) {
      const step = decide(run.order, run.facts, run.deps.clock())
      if (isLast(step)) return step
      const ran = await runStep(run, step)
      if ('result' in ran) return ran
      run = { ...run, ...ran, facts: { ...run.facts, ...ran.facts } }
    }
  }
  const end = await decided().catch((error: unknown) => afterFailure(run, error))
  if (!('result' in end)) return runLastStep(run, end)
  if (end.result === 'changed' && run.facts.isLeased) await endLease(run)
  return end.result
}

const LAST_STEPS: readonly string[] = ['record', 'expire', 'store', 'requeue', 'done'] satisfies LastStep['kind'][]

const isLast = (step: { readonly kind: string }): step is LastStep => LAST_STEPS.includes(step.kind)

/** Postpones a look-up for which the exchange or the table does not answer now: the lease would delay it for longer. */
const afterFailure = ({ deps, time, order, facts }: OrderRun, error: unknown): LastStep => {
  if (!facts.isLeased) throw error
  if (error instanceof ExchangeUnavailable) return later(error.message)
  if (!(error instanceof ServiceUnavailable)) throw error
  const { orderId, subaccountId } = order
  deps.log.warn('order not looked up yet', { orderId, subaccountId, error: error.message })
  const { change } = later('a part of this service does not answer; looking the order up again')
  return { kind: 'record', change: (current, now) => change(time.claims.released(current) ?? current, now) }
}

/** The order changed during the look-up, and was not sent. The next look-up need not wait for the lease of this run. */
const endLease = ({ deps, order: { orderId, lease } }: OrderRun): Promise<Order | null> =>
  changeOrder(deps.orders, orderId, (now) =>
    now.lease !== null && now.lease.token === lease?.token ? withoutLease(now) : now,
  )
