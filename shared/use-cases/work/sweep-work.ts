/** Finds work that is overdue because a message was lost, a consumer died or the exchange was away, and queues it again. */

import { revive } from '#domain/accounts/account-sync.ts'
import { BASKET_GRACE, type BasketOrder } from '#domain/baskets/basket-order.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { isAmendDue } from '#domain/orders/amend/amending.ts'
import { isSettled, wantsCancel } from '#domain/orders/derive-status.ts'
import type { Order } from '#domain/orders/order.ts'
import { isBasketOrder } from '#domain/orders/placed-order.ts'
import { isFinal } from '#domain/orders/status.ts'
import { endWatch } from '#domain/orders/transitions.ts'
import { sweptSlot } from '#domain/webhooks/receiver-slot.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import type { DueWork, WorkStore } from '#ports/work/work-store.ts'
import { atOnce } from '../kernel/at-once.ts'
import { askForPoll, type WakeAccountDeps, wakeAccount } from '../reconcile/wake-account.ts'
import { type FireDeadMansSwitchDeps, fireDeadMansSwitch } from '../risk/fire-dead-mans-switch.ts'
import { type GoOnFlatteningDeps, goOnFlattening } from '../risk/flatten-subaccount.ts'
import { type RollTradingDayDeps, rollTradingDay } from '../risk/roll-trading-day.ts'
import { type EndRecordingDeps, endRecording } from '../streams/end-recording.ts'
import { enqueueSweep } from './enqueue.ts'
import { accountName, type ReadRound, readTogether } from './read-together.ts'

export interface SweepWorkDeps
  extends WakeAccountDeps,
    RollTradingDayDeps,
    FireDeadMansSwitchDeps,
    GoOnFlatteningDeps,
    EndRecordingDeps {
  readonly work: WorkStore
  readonly complexOrders: ComplexOrderStore
  readonly subaccounts: SubaccountStore
  readonly accountSyncs: Pick<AccountSyncStore, 'get' | 'getMany' | 'save'>
  /** What this process has swept lately. */
  readonly swept: Map<string, Swept>
  /** Sends without keeping the readers of the queues awake. */
  readonly quietQueues: Queues
}

export interface Swept {
  /** The version it was left at. */
  readonly version: number
  /** How often in a row nobody had touched it since. */
  readonly times: number
  /** That nobody takes it up has been told. */
  readonly isTold: boolean
}

/** Things that are remembered; then it begins anew. */
const REMEMBERED = 10_000

/** How much of each partition one round looks at, from either end. */
const SHARE = 50

/** How much one round takes on at most: a quarter of a second's work. */
const ONE_ROUND = 160

/** How long a round begins pieces of work, because what must act now is looked for before each round. The rest is met by the next one. */
const ROUND_LASTS = SECOND / 2

/** Pieces of work at the same time. */
const LANES = 32

/** How long a sweep goes on while something is due; the next one begins ten seconds later. */
const ONE_SWEEP = 9 * SECOND

/** How long re-queued work is left alone before it is queued once more, doubling with its retries, and while nobody takes it up. */
const PATIENCE = 20 * SECOND

/** The same for an order that must act now: it gets another try before its time is over. */
const SHORT_PATIENCE = 8 * SECOND

/** How long what was found due stands: until then only what must act now is looked for. */
const FOUND_FOR = 2 * SECOND

/** Goes on until nothing is due or its time is used. Answers how many pieces of work it took on. */
export const sweepWork = async (deps: SweepWorkDeps): Promise<number> => {
  const until = deps.clock() + ONE_SWEEP
  // The index lags: what was taken on is met there once more.
  const taken = new Set<string>()
  let found: Found | null = null
  let size = ONE_ROUND
  while (deps.clock() < until) {
    found = await lookFor(deps, found, taken)
    const round = found.due.slice(0, size)
    if (round.length === 0) break
    const read = await readTogether(deps, round)
    const beganAt = deps.clock()
    const begun = new Set<DueWork>()
    await atOnce(LANES, round, async (work) => {
      if (deps.clock() >= beganAt + ROUND_LASTS) return
      begun.add(work)
      taken.add(nameOf(work))
      await sweepAlone({ ...deps, read }, work)
    })
    found = { ...found, due: found.due.filter((work) => !begun.has(work)) }
    // No partition had more than was looked at: what falls due meanwhile is met by the next sweep.
    if (found.isAll && found.due.length === 0) break
    size = nextSize(size, { begun: begun.size, isCut: begun.size < round.length, took: deps.clock() - beganAt })
  }
  if (taken.size > 0) deps.log.metric('WorkSwept', taken.size)
  return taken.size
}

/** What was found due and is not taken on, the most urgent first. */
interface Found {
  readonly due: readonly DueWork[]
  readonly at: Millis
  /** Nothing else was due. */
  readonly isAll: boolean
}

/** Everything is looked for when what was found is used up or old. Before that, only what must act now. */
const lookFor = async (
  { work, clock }: SweepWorkDeps,
  last: Found | null,
  taken: ReadonlySet<string>,
): Promise<Found> => {
  const now = clock()
  if (last === null || last.due.length === 0 || now - last.at >= FOUND_FOR) {
    const due = await work.take(now, SHARE)
    return { due: due.filter((one) => !taken.has(nameOf(one))), at: now, isAll: due.length < SHARE }
  }
  const known = new Set(last.due.map(nameOf))
  const urgent = (await work.takeUrgent(now, SHARE)).filter((one) => !taken.has(nameOf(one)) && !known.has(nameOf(one)))
  return { ...last, due: [...urgent, ...last.due] }
}

/** What a round does not come to is read in vain: it takes on as much as goes into four fifths of its time. Few pieces tell nothing. */
const nextSize = (
  size: number,
  { begun, isCut, took }: { readonly begun: number; readonly isCut: boolean; readonly took: Millis },
): number => {
  if (!isCut && begun < 2 * LANES) return size
  return Math.max(LANES, Math.min(ONE_ROUND, Math.floor((begun * ROUND_LASTS * 0.8) / Math.max(1, took))))
}

/** What a sweep goes by, with what was read before its round began. */
interface RoundDeps extends SweepWorkDeps {
  readonly read: ReadRound
}

/** One piece of work at one date: with another date it is due anew. */
const nameOf = (work: DueWork): string => JSON.stringify(work)

/** Each item stands for itself: one that fails is reported and put off, and the others go on. */
const sweepAlone = async (deps: RoundDeps, work: DueWork): Promise<void> => {
  try {
    await sweepItem(deps, work)
  } catch (error) {
    deps.log.error('a piece of overdue work cannot be swept and is put off', { ...work, error: String(error) })
    await putOffFailed(deps, work)
  }
}

/** Where its due date has moved already, it stays as it is. */
const putOffFailed = async (deps: SweepWorkDeps, work: DueWork): Promise<void> => {
  try {
    await deps.work.putOff(work, deps.clock() + MINUTE)
  } catch (error) {
    deps.log.error('overdue work cannot be put off', { ...work, error: String(error) })
  }
}

const sweepItem = (deps: RoundDeps, work: DueWork): Promise<void> => {
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
      return endRecording(deps, work.userId)
    case 'flattening':
      return goOnFlattening(deps, work.subaccountId)
    case 'connection':
      return sweepConnection(deps, work)
    case 'unknown':
      throw new Error('nothing of this kind is ever due in this version')
  }
}

/** The index may lag and messages may be on their way: the order itself is read, and its due date moved before it is queued. */
const sweepOrder = async (deps: RoundDeps, work: Extract<DueWork, { kind: 'order' }>): Promise<void> => {
  const now = deps.clock()
  const stored = deps.read.orders.get(work.orderId) ?? (await deps.orders.find(work.orderId))
  if (stored === null) return
  if (stored.notifyDueAt !== null && stored.notifyDueAt <= now) {
    // What the order itself owes is met by the next sweep.
    if (!(await deps.orders.save({ ...stored, notifyDueAt: now + PATIENCE }))) return
    const { orderId, subaccountId } = stored
    return deps.queues.send('advance-contingents', { orderId }, { group: `${subaccountId}:swept` })
  }
  if (stored.dueAt === null || stored.dueAt > now) return
  return isBasketOrder(stored) ? sweepBasket(deps, stored, now) : sweepMarketOrder(deps, stored, now)
}

const sweepMarketOrder = async (deps: SweepWorkDeps, stored: Order, now: number): Promise<void> => {
  const order = endWatch(stored, now)
  const step = nextStep(order, now)
  const waits = async () => step === 'execute' && (await waitsForItsTurn(deps, order, now))
  const untouched = await noteSweep(deps, order.orderId, order.version, waits)
  const leasedUntil = order.lease !== null && order.lease.until > now ? order.lease.until : null
  const dueAt = leasedUntil ?? now + patience(order, untouched, now)
  if (!(await deps.orders.save({ ...order, dueAt: step === 'nothing' ? null : dueAt }))) return
  // Not at the next regular look, which may be ten seconds later.
  if (leasedUntil !== null) return enqueueSweep(deps, leasedUntil - now)
  // A group of its own: work that was left behind does not queue behind the consumer that left it.
  const group = `${order.subaccountId}:swept`
  switch (step) {
    case 'execute':
      return deps.queues.send('execute-order', { orderId: order.orderId }, { group })
    case 'cancel':
      return deps.queues.send('cancel-order', { orderId: order.orderId }, { group })
    case 'sync':
      return wakeAccount(deps, order)
    case 'nothing':
      return
  }
}

const sweepBasket = async (deps: SweepWorkDeps, basket: BasketOrder, now: number): Promise<void> => {
  await noteSweep(deps, basket.orderId, basket.version)
  if (!(await deps.orders.save({ ...basket, dueAt: now + BASKET_GRACE }))) return
  const { orderId, subaccountId } = basket
  await deps.queues.send('execute-basket', { orderId }, { group: `${subaccountId}:swept` })
}

/**
 * Whoever takes up what was swept changes it. If nobody does, twice in a row, its messages wait: an alarm is better than silence, unless it
 * only `waits`. Answers how often in a row nobody has.
 */
const noteSweep = async (
  { swept, log }: SweepWorkDeps,
  id: string,
  version: number,
  waits: () => Promise<boolean> = async () => false,
): Promise<number> => {
  const last = swept.get(id)
  const isUntouched = last?.version === version
  const times = isUntouched ? last.times + 1 : 0
  const wasTold = isUntouched && last.isTold
  const isTold = wasTold || (times > 0 && !(await waits()))
  if (swept.size >= REMEMBERED) swept.clear()
  // The sweep itself stores the next version.
  swept.set(id, { version: version + 1, times, isTold })
  if (isTold && !wasTold)
    log.error(
      'overdue work was enqueued again and nobody takes it up: its function is not started, throttled or too slow',
      { id },
    )
  return times
}

/** Whether the order stands behind others of its account, which go out as the rate limit of the exchange allows: each send wakes the account. */
const waitsForItsTurn = async (
  { accountSyncs }: SweepWorkDeps,
  { subaccountId, exchange, sendState }: Order,
  now: Millis,
): Promise<boolean> => {
  if (sendState !== 'none') return false
  const state = await accountSyncs.get(subaccountId, exchange)
  return state !== null && now - state.wokenAt < PATIENCE
}

const patience = (order: Order, untouched: number, now: number): number => {
  if (order.sendBy !== null && order.sendBy > now) return SHORT_PATIENCE
  return doubled(PATIENCE, Math.max(order.retries, untouched))
}

const doubled = (ms: number, times: number): number => Math.min(MINUTE, ms * 2 ** Math.min(times, 4))

const nextStep = (order: Order, now: number): 'execute' | 'cancel' | 'sync' | 'nothing' => {
  if (isSettled(order)) return 'nothing'
  if (isFinal(order.status) && order.exchangeState !== 'live') return 'sync'
  if (order.sendState !== 'acked' || isAmendDue(order)) return 'execute'
  return wantsCancel(order, now) ? 'cancel' : 'sync'
}

const sweepComplexOrder = async (
  deps: SweepWorkDeps,
  { complexOrderId }: Extract<DueWork, { kind: 'complex_order' }>,
): Promise<void> => {
  const now = deps.clock()
  const order = await deps.complexOrders.get(complexOrderId)
  if (order === null || order.dueAt === null || order.dueAt > now) return
  const untouched = await noteSweep(deps, complexOrderId, order.version)
  const dueAt = now + doubled(PATIENCE, untouched)
  if (!(await deps.complexOrders.save({ changedComplexOrders: [{ ...order, dueAt }] }))) return
  await deps.queues.send('advance-contingents', { complexOrderId }, { group: `${order.subaccountId}:swept` })
}

/** An event nobody was told of yet, or a delivery whose time has come. */
const sweepWebhooks = async (
  deps: RoundDeps,
  work: Extract<DueWork, { kind: 'event' | 'delivery' }>,
): Promise<void> => {
  const putOff = deps.read.putOffs.get(work) ?? ((until) => deps.work.putOff(work, until))
  if (!(await putOff(deps.clock() + MINUTE))) return
  const { objectId } = work
  // One group, whose messages take turns with those of each user: a group for each event would be served before the users' own.
  if (work.kind === 'event') return deps.queues.send('deliver-webhook', { objectId }, { group: 'events:swept' })
  const { webhookId } = work
  await deps.queues.send('attempt-delivery', { objectId, webhookId }, { group: sweptSlot(webhookId) })
}

/** Its key has not come. */
const sweepConnection = async (deps: SweepWorkDeps, work: Extract<DueWork, { kind: 'connection' }>): Promise<void> => {
  const { streamId } = work
  if (await deps.work.putOff(work, deps.clock() + MINUTE))
    await deps.queues.send('push-changes', { streamId }, { group: streamId })
}

const sweepAccount = async (deps: RoundDeps, work: Extract<DueWork, { kind: 'account' }>): Promise<void> => {
  const now = deps.clock()
  const read = deps.read.accounts.get(accountName(work))
  const state = read ?? (await deps.accountSyncs.get(work.subaccountId, work.exchange))
  if (state === null || state.dueAt === null || state.dueAt > now) return
  const revived = revive(state, now)
  if (!(await deps.accountSyncs.save(revived))) return
  if (state.awake)
    deps.log.warn('account sync had stopped and is started again', {
      subaccountId: state.subaccountId,
      exchange: state.exchange,
    })
  // The regular poll of a sleeping account keeps nobody awake.
  const queues = state.awake ? deps.queues : deps.quietQueues
  await askForPoll({ ...deps, queues }, revived, 0, { group: `${state.subaccountId}:swept`, look: !state.awake })
}
