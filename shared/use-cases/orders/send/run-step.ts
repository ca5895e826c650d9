/** Carries out one step that was decided for an order. */

import { MINUTE } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { outboundOrder } from '#domain/orders/send/outbound-order.ts'
import type { LastStep, RecordStep, Step } from '#domain/orders/send/step.ts'
import { lease, withoutLease } from '#domain/orders/transitions/claim.ts'
import { activateAccount, enqueuePoll } from '../../accounts/activate-account.ts'
import { riskAtClaim } from '../../risk/risk-at-claim.ts'
import { afterSave } from '../change-order.ts'
import { ORDER_LOG } from '../log-messages.ts'
import { amendOnce } from './amend-once.ts'
import { awaitGroupTurn } from './group-turn.ts'
import { accountOf, exchangeOf, type Learned, type OrderRun, type StepResult } from './order-run.ts'
import { readFact } from './read-facts.ts'
import { requestDueCancel } from './request-due-cancel.ts'
import { sendOnce } from './send-once.ts'
import { storeOutcome } from './store-outcome.ts'

type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>

/** The run ends with this result. */
interface Ended {
  readonly result: StepResult
}

/** Carries out a step that adds facts, or sends. */
export const runStep = (run: OrderRun, step: Exclude<Step, LastStep>): Promise<Learned | Ended> => {
  switch (step.kind) {
    case 'read':
      return readFact(run, step.fact)
    case 'awaitTurn':
      return awaitTurn(run)
    case 'activate':
      return activate(run)
    case 'requestPoll':
      return requestPoll(run, step)
    case 'checkRisk':
      return checkRisk(run, step)
    case 'prepare':
      return prepare(run, step)
    case 'lease':
      return leaseOrder(run)
    case 'lookUp':
      return lookUp(run)
    case 'invalidate':
      return invalidate(run, step)
    case 'send':
      return throughBreaker(run, () => sendOnce(run, step.order, step.attempt))
    case 'amend':
      return throughBreaker(run, () => amendOnce(run))
  }
}

/** Stores what the run ends with. */
export const runLastStep = async (run: OrderRun, step: LastStep): Promise<StepResult> => {
  const { deps } = run
  switch (step.kind) {
    case 'store':
      return save(run, step.order)
    case 'requeue': {
      const { orderId, subaccountId, retries } = step.order
      deps.log.info(ORDER_LOG.postponed, { orderId, subaccountId, reason: step.reason, retries })
      return save(run, step.order)
    }
    case 'record':
      return recordOutcome(run, step)
    case 'expire':
      // The cancel does the rest.
      if (step.order !== run.order && (await save(run, step.order)) === 'changed') return 'changed'
      await requestDueCancel(deps, step.order)
      return null
    case 'done':
      return null
  }
}

const save = async ({ deps }: OrderRun, order: Order): Promise<StepResult> =>
  (await deps.orders.save(order, [])) ? order : 'changed'

/** A status report may have arrived another way meanwhile. The outcome of the look-up is ignored then. */
const recordOutcome = ({ deps, time, order }: OrderRun, { change }: RecordStep): Promise<StepResult> =>
  storeOutcome(deps, order, time, (current) =>
    current.sendState === 'acked' ? withoutLease(current) : change(current, deps.clock()),
  )

const awaitTurn = async (run: OrderRun): Promise<Learned | Ended> => {
  const waiting = { exchange: exchangeOf(run), account: accountOf(run), order: run.order }
  return (await awaitGroupTurn(run.deps, waiting, run.time)) ? { facts: { hasTurn: true } } : { result: null }
}

const activate = async ({ deps, order }: OrderRun): Promise<Learned> => ({
  facts: { isActivated: await activateAccount(deps, order) },
})

/** Without a known sync state, the poll also reads what the account holds. */
const requestPoll = async ({ deps, order }: OrderRun, { behind }: StepOf<'requestPoll'>): Promise<Learned> => {
  const state = behind ?? (await deps.accountSyncs.get(order.subaccountId, order.exchange))
  await (state?.active
    ? enqueuePoll(deps, state, 0, { look: behind === null })
    : activateAccount(deps, behind ?? order))
  return { facts: { isPollRequested: true } }
}

const checkRisk = async ({ deps }: OrderRun, step: StepOf<'checkRisk'>): Promise<Learned> => {
  const breach = await riskAtClaim(deps, step.subaccount, step.order, step.price)
  return { facts: step.isLast ? { breachNow: breach } : { breach } }
}

const prepare = async (run: OrderRun, { order, limit, number }: StepOf<'prepare'>): Promise<Learned> => {
  const prepared = await exchangeOf(run).prepare(accountOf(run), order, limit, number, run.time.sendSignal())
  return { facts: { prepared } }
}

const leaseOrder = async ({ deps, time, order }: OrderRun): Promise<Learned | Ended> => {
  const leased = lease(order, deps.ids.uuid(), time.leaseUntil(deps.clock()))
  if (!(await time.claims.store(deps.orders, leased, withoutLease))) return { result: 'changed' }
  const claimed = afterSave(leased)
  alarmIfStuck({ deps, order })
  return { order: claimed, facts: { isLeased: true } }
}

const alarmIfStuck = ({ deps, order }: Pick<OrderRun, 'deps' | 'order'>): void => {
  const { orderId, subaccountId, attempt } = order
  if (attempt === null || deps.clock() - attempt.firstSentAt < 5 * MINUTE) return
  deps.log.warn('order outcome unknown for more than five minutes', { orderId, subaccountId })
  deps.log.metric('OrderFateUnknown', 1)
}

const lookUp = async (run: OrderRun): Promise<Learned> => {
  const { deps, time, order } = run
  const { orderId, subaccountId, exchange } = order
  const attempt = attemptOf(order)
  const lookedUp = await exchangeOf(run).lookUp(accountOf(run), outboundOrder(order, attempt), time.sendSignal())
  const { identity } = attempt
  deps.log.info('order looked up', { orderId, subaccountId, exchange, identity, outcome: lookedUp.kind })
  return { facts: { lookedUp } }
}

const invalidate = async (run: OrderRun, { order }: StepOf<'invalidate'>): Promise<Learned> => {
  const { orderId, subaccountId } = order
  const attempt = attemptOf(order)
  const sent = outboundOrder(order, attempt)
  const invalidated = await exchangeOf(run).invalidateIdentity(accountOf(run), sent, run.time.sendSignal())
  const { identity } = attempt
  run.deps.log.info('identity invalidated', { orderId, subaccountId, identity, outcome: invalidated.kind })
  return { facts: { invalidated } }
}

const attemptOf = ({ orderId, attempt }: Order) => {
  if (attempt === null) throw new Error(`order ${orderId} has no attempt`)
  return attempt
}

/** Sends, unless the exchange refuses all calls. */
const throughBreaker = async ({ deps, order }: OrderRun, send: () => Promise<StepResult>): Promise<Learned | Ended> => {
  const open = await deps.circuitBreaker.enter(order.exchange, 'orders')
  return open === null ? { result: await send() } : { facts: { open } }
}
