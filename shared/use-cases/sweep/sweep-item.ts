/** Queues one piece of overdue work again, by its kind, or does it at once. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { accountName } from '#domain/accounts/account-ref.ts'
import { revive } from '#domain/accounts/sync/become-idle.ts'
import { BASKET_GRACE, type BasketOrder } from '#domain/baskets/basket-order.ts'
import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { isAmendDue } from '#domain/orders/amend/amending.ts'
import { isSettled, wantsCancel } from '#domain/orders/derive-status.ts'
import type { Order } from '#domain/orders/order.ts'
import { isFinal } from '#domain/orders/status.ts'
import { endWatch } from '#domain/orders/transitions/end-unsent.ts'
import { sweptSlot } from '#domain/webhooks/receiver-slot.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import { assertServed } from '#ports/accounts/other-accounts.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { DueWork, WorkStore } from '#ports/work/work-store.ts'
import { type ActivateAccountDeps, activateAccount, enqueuePoll } from '../accounts/activate-account.ts'
import type { EndRecordingDeps } from '../changes/end-recording.ts'
import { keepRecording } from '../changes/manage-recording.ts'
import { type RollTradingDayDeps, rollTradingDay } from '../risk/roll-trading-day.ts'
import { continueDeletion, type DeleteSubaccountDeps } from '../wind-down/delete-subaccount.ts'
import { type FireDeadMansSwitchDeps, fireDeadMansSwitch } from '../wind-down/fire-dead-mans-switch.ts'
import { type ContinueFlatteningDeps, continueFlattening } from '../wind-down/flatten-subaccount.ts'
import { enqueueSweep } from '../work/enqueue.ts'
import { WORK_LOG } from '../work/log-messages.ts'
import type { ReadRound } from './read-together.ts'

export interface SweepItemDeps
  extends ActivateAccountDeps,
    RollTradingDayDeps,
    FireDeadMansSwitchDeps,
    ContinueFlatteningDeps,
    DeleteSubaccountDeps,
    EndRecordingDeps {
  readonly work: WorkStore
  readonly complexOrders: ComplexOrderStore
  readonly positions: ContinueFlatteningDeps['positions']
  readonly subaccounts: SubaccountStore
  readonly accountSyncs: Pick<AccountSyncStore, 'get' | 'getMany' | 'save'>
  /** The kind of accounts that the service trades with. */
  readonly accounts: AccountKind
  /** Recent sweeps of this process. */
  readonly swept: Map<string, Swept>
  /** Objects that were read before its round began. */
  readonly read: ReadRound
}

export interface Swept {
  /** The version that the sweep left; its due date if other changes of the object do not count. */
  readonly leftAt: number
  /** How often in a row no consumer had touched it since. */
  readonly times: number
  /** True if it was logged that no consumer does the work. */
  readonly isReported: boolean
}

/** Things that are remembered; then it begins anew. */
const REMEMBERED = 10_000

/**
 * Time before re-queued work is queued once more. The time doubles with its retries, and while no consumer does the
 * work.
 */
const PATIENCE = 20 * SECOND

/** The same for an order that must act now: it gets another try before its time is over. */
const SHORT_PATIENCE = 8 * SECOND

/** Does nothing where the work has been done since it was found. Throws `OtherAccounts` for work of accounts that the service does not trade with. */
export const sweepItem = async (deps: SweepItemDeps, work: DueWork): Promise<void> => {
  if ('subaccountId' in work) assertServed(deps.accounts, work.subaccountId)
  switch (work.kind) {
    case 'order':
      return sweepOrder(deps, work)
    case 'account':
      return sweepAccount(deps, work)
    case 'complex_order':
      return sweepComplexOrder(deps, work)
    case 'event':
    case 'delivery':
      return sweepWebhooks(deps, work)
    case 'trading_day':
      return rollTradingDay(deps, work.subaccountId, {
        day: deps.read.days.get(work.subaccountId),
        subaccount: deps.read.subaccounts.get(work.subaccountId),
      })
    case 'dead_mans_switch':
      return fireDeadMansSwitch(deps, work.subaccountId)
    case 'following':
      return keepRecording(deps, work.userId)
    case 'flattening':
      return continueFlattening(deps, work.subaccountId)
    case 'deletion':
      return continueDeletion(deps, work.subaccountId)
    case 'revocation':
      return sweepRevocation(deps, work)
    case 'connection':
      // Only versions before 1.0.0 store such work. Its connection ends on its own.
      return deps.work.finish(work).then(() => undefined)
    case 'unknown':
      throw new Error('nothing of this kind is ever due in this version')
  }
}

/** The index may lag and messages may be on their way: the order itself is read, and its due date moved before it is queued. */
const sweepOrder = async (deps: SweepItemDeps, work: Extract<DueWork, { kind: 'order' }>): Promise<void> => {
  const now = deps.clock()
  const stored = deps.read.orders.get(work.orderId) ?? (await deps.orders.find(work.orderId))
  if (stored === null) return
  if (stored.notifyDueAt !== null && stored.notifyDueAt <= now) {
    // The next sweep does the other work of the order.
    const { orderId, subaccountId } = stored
    // The notification stores another date; other changes of the order leave it.
    const notice = { id: orderId, key: `dependents of ${orderId}`, leftAt: stored.notifyDueAt }
    const notifyDueAt = now + doubled(PATIENCE, untouchedFor(deps, notice))
    if (!(await deps.orders.save({ ...stored, notifyDueAt }))) return
    await recordSweep(deps, notice, notifyDueAt)
    return deps.queues.send('advance-contingents', { orderId }, { group: `${subaccountId}:swept` })
  }
  if (stored.dueAt === null || stored.dueAt > now) return
  return isBasketOrder(stored) ? sweepBasket(deps, stored, now) : sweepMarketOrder(deps, stored, now)
}

const sweepMarketOrder = async (deps: SweepItemDeps, stored: Order, now: number): Promise<void> => {
  const order = endWatch(stored, now)
  const step = nextStep(order, now)
  // The account has a due date of its own, and is logged as left behind if it is not polled.
  const waits = async () => step === 'sync' || (await waitsForItsTurn(deps, order, now))
  const work = versionOf(order.orderId, order)
  const untouched = untouchedFor(deps, work)
  const leasedUntil = order.lease !== null && order.lease.until > now ? order.lease.until : null
  const dueAt = leasedUntil ?? now + patience(order, untouched, now)
  if (!(await deps.orders.save({ ...order, dueAt: step === 'nothing' ? null : dueAt }))) return
  // Not at the next regular sweep, which may be ten seconds later.
  if (leasedUntil !== null) return enqueueSweep(deps, leasedUntil - now)
  await recordSweep(deps, work, order.version + 1, waits)
  // A group of its own: work that was left behind does not queue behind the consumer that left it, nor behind another account.
  const group = `${order.subaccountId}:${order.exchange}:swept`
  switch (step) {
    case 'execute':
      return deps.queues.send('execute-order', { orderId: order.orderId }, { group })
    case 'cancel':
      return deps.queues.send('cancel-order', { orderId: order.orderId }, { group })
    case 'sync':
      await activateAccount(deps, order)
      return
    case 'nothing':
      return
  }
}

const sweepBasket = async (deps: SweepItemDeps, basket: BasketOrder, now: number): Promise<void> => {
  const work = versionOf(basket.orderId, basket)
  const dueAt = now + doubled(BASKET_GRACE, untouchedFor(deps, work))
  if (!(await deps.orders.save({ ...basket, dueAt }))) return
  await recordSweep(deps, work, basket.version + 1)
  const { orderId, subaccountId } = basket
  await deps.queues.send('execute-basket', { orderId }, { group: `${subaccountId}:swept` })
}

/** Overdue work as it was found. */
interface Overdue extends Pick<Swept, 'leftAt'> {
  /** Id of the order or complex order. */
  readonly id: string
  /** Key under which its sweeps are remembered. */
  readonly key: string
}

/** A consumer that does the work stores another version. */
const versionOf = (id: string, { version }: { readonly version: number }): Overdue => ({ id, key: id, leftAt: version })

/** Returns how often in a row no consumer did the swept work: a consumer changes the object. */
const untouchedFor = ({ swept }: Pick<SweepItemDeps, 'swept'>, { key, leftAt }: Overdue): number => {
  const last = swept.get(key)
  return last?.leftAt === leftAt ? last.times + 1 : 0
}

/**
 * Records a sweep that has stored the object at `leftAt`. If the second sweep finds the object unchanged, no consumer received its message:
 * an error is logged, which raises an alarm. Objects that only `waits` are left out.
 */
const recordSweep = async (
  { swept, log }: SweepItemDeps,
  work: Overdue,
  leftAt: number,
  waits: () => Promise<boolean> = async () => false,
): Promise<void> => {
  const { id, key } = work
  const times = untouchedFor({ swept }, work)
  const wasReported = times > 0 && swept.get(key)?.isReported === true
  const isReported = wasReported || (times > 0 && !(await waits()))
  keepNewest(swept, key, { leftAt, times, isReported }, REMEMBERED)
  if (isReported && !wasReported) log.error(WORK_LOG.leftBehind, { id })
}

/**
 * True if the order waits behind others of its account for the rate limit of the exchange: each send activates the
 * account.
 */
const waitsForItsTurn = async (
  { accountSyncs }: SweepItemDeps,
  { subaccountId, exchange, sendState }: Order,
  now: Millis,
): Promise<boolean> => {
  if (sendState !== 'none') return false
  const state = await accountSyncs.get(subaccountId, exchange)
  return state !== null && now - state.activatedAt < PATIENCE
}

const patience = (order: Order, untouched: number, now: number): number => {
  if (order.sendBy !== null && order.sendBy > now) return SHORT_PATIENCE
  return doubled(PATIENCE, Math.max(order.retries, untouched))
}

const doubled = (ms: number, times: number): number => Math.min(MINUTE, ms * 2 ** times)

const nextStep = (order: Order, now: number): 'execute' | 'cancel' | 'sync' | 'nothing' => {
  if (isSettled(order)) return 'nothing'
  if (isFinal(order.status) && order.exchangeState !== 'live') return 'sync'
  if (order.sendState !== 'acked' || isAmendDue(order)) return 'execute'
  return wantsCancel(order, now) ? 'cancel' : 'sync'
}

const sweepComplexOrder = async (
  deps: SweepItemDeps,
  { complexOrderId }: Extract<DueWork, { kind: 'complex_order' }>,
): Promise<void> => {
  const now = deps.clock()
  const order = await deps.complexOrders.get(complexOrderId)
  if (order === null || order.dueAt === null || order.dueAt > now) return
  const work = versionOf(complexOrderId, order)
  const dueAt = now + doubled(PATIENCE, untouchedFor(deps, work))
  if (!(await deps.complexOrders.save({ changedComplexOrders: [{ ...order, dueAt }], isWatched: true }))) return
  await recordSweep(deps, work, order.version + 1)
  await deps.queues.send('advance-contingents', { complexOrderId }, { group: `${order.subaccountId}:swept` })
}

/** An event that is not addressed yet, or a delivery whose time has come. */
const sweepWebhooks = async (
  deps: SweepItemDeps,
  work: Extract<DueWork, { kind: 'event' | 'delivery' }>,
): Promise<void> => {
  const postpone = deps.read.postponements.get(work) ?? ((until) => deps.work.reschedule(work, until))
  if (!(await postpone(deps.clock() + MINUTE))) return
  const { objectId } = work
  // All events share one group, whose messages take turns with those of each user. A group for each event would be
  // served before the users' own.
  if (work.kind === 'event') return deps.queues.send('deliver-webhook', { objectId }, { group: 'events:swept' })
  const { webhookId } = work
  await deps.queues.send('attempt-delivery', { objectId, webhookId }, { group: sweptSlot(webhookId) })
}

/**
 * `push-changes` ends the streams of revoked keys. The message is repeated, because the request that revoked them may
 * have died.
 */
const sweepRevocation = async (deps: SweepItemDeps, work: Extract<DueWork, { kind: 'revocation' }>): Promise<void> => {
  const { userId } = work
  await deps.queues.send('push-changes', { userId }, { group: userId })
  await deps.work.finish(work)
}

const sweepAccount = async (deps: SweepItemDeps, work: Extract<DueWork, { kind: 'account' }>): Promise<void> => {
  const now = deps.clock()
  const read = deps.read.accounts.get(accountName(work))
  const state = read ?? (await deps.accountSyncs.get(work.subaccountId, work.exchange))
  if (state === null || state.dueAt === null || state.dueAt > now) return
  const revived = revive(state, now)
  if (!(await deps.accountSyncs.save(revived))) return
  if (state.active)
    deps.log.warn(WORK_LOG.syncRestarted, {
      subaccountId: state.subaccountId,
      exchange: state.exchange,
    })
  await enqueuePoll(deps, revived, 0, { group: `${state.subaccountId}:swept`, look: !state.active })
}
