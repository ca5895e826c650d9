/** Work that waits longer than it should, and the reason. */

import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { DueWork } from '#ports/work/work-store.ts'

export interface Stuck {
  /** `late`: its due date has passed. Orders only: `unknown` has an unknown outcome, `unsent` was not sent yet, `held` is not taken by its exchange. */
  readonly kind: 'late' | 'unknown' | 'unsent' | 'held'
  readonly waits: string
  readonly what: string
  readonly why: string
}

export interface FoundStuck {
  readonly stuck: readonly Stuck[]
  /** True if more work is due than was read. */
  readonly isCut: boolean
}

/** The sweeper starts overdue work within a minute. */
export const LATE_AFTER = 2 * MINUTE
/** Orders whose outcome is unknown for longer are shown although each next look is on time. */
const UNKNOWN_AFTER = MINUTE
/** No pause between two tries is longer. */
const AHEAD = 15 * MINUTE
export const MOST_STUCK = 500

export const findStuck = async (table: Table, now: Millis): Promise<FoundStuck> => {
  const due = await dueWork(table, now + AHEAD, MOST_STUCK)
  const found = await Promise.all(due.map((work) => stuckWork(table, work, now).catch(unreadable(work))))
  return { stuck: found.filter((one) => one !== null), isCut: due.length === MOST_STUCK }
}

/** Unreadable rows are work too, and wait. */
const unreadable =
  ({ dueAt: _dueAt, ...named }: DueWork) =>
  (error: unknown): Stuck => ({
    kind: 'late',
    waits: 'for long',
    what: Object.values(named).join(' '),
    why: `it cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  })

/** Null for work that does not wait too long. */
const stuckWork = async (table: Table, work: DueWork, now: Millis): Promise<Stuck | null> => {
  const isLate = now - work.dueAt > LATE_AFTER
  const waits = `${Math.round((now - work.dueAt) / MINUTE)} min overdue`
  if (work.kind === 'order') return stuckOrder(table, work.orderId, isLate ? waits : null, now)
  if (!isLate) return null
  if (work.kind === 'complex_order') {
    const one = await complexOrderStore(table).get(work.complexOrderId)
    const why = `it is ${one?.status ?? 'gone'}; ${notTaken(FUNCTIONS.complex_order)}`
    return { kind: 'late', waits, what: `complex order ${work.complexOrderId}`, why }
  }
  const why =
    work.kind === 'unknown'
      ? 'this version cannot read it: another version wrote it, or it is damaged'
      : notTaken(FUNCTIONS[work.kind])
  return { kind: 'late', waits, what: nameOf(work), why }
}

const nameOf = (work: Exclude<DueWork, { readonly kind: 'order' | 'complex_order' }>): string => {
  switch (work.kind) {
    case 'account':
      return `sync of ${work.exchange} of subaccount ${work.subaccountId}`
    case 'trading_day':
      return `trading day of subaccount ${work.subaccountId}`
    case 'dead_mans_switch':
      return `dead man's switch of subaccount ${work.subaccountId}`
    case 'flattening':
      return `flattening of subaccount ${work.subaccountId}`
    case 'deletion':
      return `deletion of subaccount ${work.subaccountId}`
    case 'revocation':
      return `streams of revoked keys of user ${work.userId}`
    case 'event':
      return `events of ${work.objectId}`
    case 'delivery':
      return `webhook ${work.webhookId} about ${work.objectId}`
    case 'following':
      return `changes of user ${work.userId}, which nobody follows any more`
    case 'connection':
      return `connection ${work.streamId}, whose key never came`
    case 'unknown':
      return `row ${work.pk} ${work.sk}`
  }
}

/** The function that does each kind of work. The sweeper does the work of the others without a queue. */
const FUNCTIONS = {
  complex_order: 'advance-contingents',
  account: 'sync-account',
  trading_day: 'sweep-work',
  dead_mans_switch: 'sweep-work',
  flattening: 'sweep-work',
  deletion: 'sweep-work',
  revocation: 'push-changes',
  event: 'deliver-webhook',
  delivery: 'attempt-delivery',
  following: 'sweep-work',
  connection: 'sweep-work',
} as const

const notTaken = (name: string): string =>
  name === 'sweep-work'
    ? 'sweep-work has not taken it up, or fails: see npm run admin -- doctor'
    : `sweep-work has not queued it, or ${name} fails: see npm run admin -- doctor`

/** `late` says for how long it is overdue; null if it is not. */
const stuckOrder = async (table: Table, orderId: string, late: string | null, now: Millis): Promise<Stuck | null> => {
  const order = await orderStore(table).find(orderId)
  const what = `order ${orderId}`
  if (order === null)
    return late === null ? null : { kind: 'late', waits: late, what, why: 'it does not exist any more' }
  const isUnknown = !isBasketOrder(order) && order.sendState === 'unknown'
  const since = isUnknown ? (order.attempt?.firstSentAt ?? order.updatedAt) : order.createdAt
  const isLongUnknown = isUnknown && now - since > UNKNOWN_AFTER
  const waitsLong = now - since > LATE_AFTER && !order.suspended
  const isUnsent = waitsLong && order.status === 'PENDING_SUBMISSION'
  const isHeld = waitsLong && isPostponed(order)
  if (late === null && !isLongUnknown && !isUnsent && !isHeld) return null
  const waits = late ?? `${Math.round((now - since) / MINUTE)} min`
  const state = isUnknown ? 'sent, and nobody knows whether it arrived' : `it is ${order.status}`
  const requested = order.cancelRequestedAt === null ? '' : ', and is to be cancelled'
  const why = order.lastError ?? (late === null ? 'nothing is known' : notTaken(functionOf(order)))
  return {
    kind: kindOf({ isLongUnknown, isUnsent, isHeld }),
    waits,
    what,
    why: `${state}${requested}; tried ${order.retries} times: ${why}`,
  }
}

/** Returns true for an order that was tried, and is not at its exchange. */
const isPostponed = (order: PlacedOrder): boolean =>
  !isBasketOrder(order) && order.status === 'PROCESSING' && order.sendState === 'none' && order.lastError !== null

const kindOf = (is: Readonly<Record<'isLongUnknown' | 'isUnsent' | 'isHeld', boolean>>): Stuck['kind'] => {
  if (is.isLongUnknown) return 'unknown'
  if (is.isUnsent) return 'unsent'
  return is.isHeld ? 'held' : 'late'
}

/** The function that has to act on an overdue order. */
const functionOf = (order: PlacedOrder): string => {
  if (isBasketOrder(order)) return 'execute-basket'
  if (order.sendState !== 'acked') return 'execute-order'
  return order.cancelRequestedAt === null ? 'sync-account' : 'cancel-order'
}
