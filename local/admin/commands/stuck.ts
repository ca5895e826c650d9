/** `stuck`: work that waits longer than it should, and the reason. */

import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { QueueName } from '#ports/work/queues.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import type { Command } from '../command.ts'
import { LATE_AFTER } from '../doctor/overdue-work.ts'
import { queueCounts } from '../environment/queue-counts.ts'
import { textTable } from '../text-table.ts'

/** Orders whose outcome is unknown for longer are shown although each next look is on time. */
const UNKNOWN_AFTER = MINUTE
/** No pause between two tries is longer. */
const AHEAD = 15 * MINUTE
const MOST = 500

export const stuck: Command = {
  summary: 'lists orders, work and messages that wait longer than they should, and why',
  more: 'It ends with 1 if there are any. It changes nothing.',
  run: async ({ place, clock, print }) => {
    const table = openTable(place.table)
    const now = clock()
    const due = await dueWork(table, now + AHEAD, MOST)
    const rows = (await Promise.all(due.map((work) => rowOf(table, work, now).catch(unreadable(work))))).filter(
      (row) => row !== null,
    )
    const counts = await Promise.all(
      Object.keys(place.queues.urls).map((queue) => queueCounts(place, queue as QueueName)),
    )
    const queues = counts.filter(({ waiting, dead }) => waiting + dead > 0)
    if (rows.length > 0) print(textTable([['waits', 'what', 'why'], ...rows]))
    if (rows.length > 0 && queues.length > 0) print('')
    for (const { queue, waiting, taken, delayed, dead } of queues)
      print(`${queue}: ${waiting} messages wait, ${taken} are worked on, ${delayed} come later, ${dead} were put aside`)
    const isWrong = rows.length > 0 || queues.some(({ dead }) => dead > 0)
    if (!isWrong) print('Nothing waits longer than it should.')
    if (due.length === MOST) print(`Only the first ${MOST} pieces of work were looked at.`)
    return isWrong ? 1 : 0
  },
}

/** Unreadable rows are work too, and wait. */
const unreadable =
  ({ dueAt: _dueAt, ...named }: DueWork) =>
  (error: unknown) => [
    'for long',
    Object.values(named).join(' '),
    `it cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  ]

/** Null for what does not wait too long. */
const rowOf = async (table: Table, work: DueWork, now: Millis): Promise<readonly string[] | null> => {
  const isLate = now - work.dueAt > LATE_AFTER
  const late = `${Math.round((now - work.dueAt) / MINUTE)} min overdue`
  switch (work.kind) {
    case 'order':
      return orderRow(table, work.orderId, isLate ? late : null, now)
    case 'complex_order': {
      if (!isLate) return null
      const one = await complexOrderStore(table).get(work.complexOrderId)
      return [late, `complex order ${work.complexOrderId}`, `it is ${one?.status ?? 'gone'}; ${BY_SWEEPER}`]
    }
    case 'account':
      return isLate ? [late, `sync of ${work.exchange} of subaccount ${work.subaccountId}`, BY_SWEEPER] : null
    case 'trading_day':
      return isLate ? [late, `trading day of subaccount ${work.subaccountId}`, BY_SWEEPER] : null
    case 'dead_mans_switch':
      return isLate ? [late, `dead man's switch of subaccount ${work.subaccountId}`, BY_SWEEPER] : null
    case 'flattening':
      return isLate ? [late, `flattening of subaccount ${work.subaccountId}`, BY_SWEEPER] : null
    case 'deletion':
      return isLate ? [late, `deletion of subaccount ${work.subaccountId}`, BY_SWEEPER] : null
    case 'revocation':
      return isLate ? [late, `streams of revoked keys of user ${work.userId}`, BY_SWEEPER] : null
    case 'event':
      return isLate ? [late, `events of ${work.objectId}`, BY_SWEEPER] : null
    case 'delivery':
      return isLate ? [late, `webhook ${work.webhookId} about ${work.objectId}`, BY_SWEEPER] : null
    case 'following':
      return isLate ? [late, `changes of user ${work.userId}, which nobody follows any more`, BY_SWEEPER] : null
    case 'connection':
      return isLate ? [late, `connection ${work.streamId}, whose key never came`, BY_SWEEPER] : null
    case 'unknown':
      return isLate
        ? [late, `row ${work.pk} ${work.sk}`, 'this version cannot read it: another version wrote it, or it is damaged']
        : null
  }
}

const BY_SWEEPER = 'the sweeper has not taken it up, or its function fails: see npm run admin -- doctor'

const orderRow = async (table: Table, orderId: string, late: string | null, now: Millis) => {
  const order = await orderStore(table).find(orderId)
  if (order === null) return late === null ? null : [late, `order ${orderId}`, 'it does not exist any more']
  const isUnknown = !isBasketOrder(order) && order.sendState === 'unknown'
  const since = isUnknown ? (order.attempt?.firstSentAt ?? order.updatedAt) : order.createdAt
  const isLongUnknown = isUnknown && now - since > UNKNOWN_AFTER
  const isUnsent = order.status === 'PENDING_SUBMISSION' && now - since > LATE_AFTER && !order.suspended
  if (late === null && !isLongUnknown && !isUnsent) return null
  const waits = late ?? `${Math.round((now - since) / MINUTE)} min`
  const state = isUnknown ? 'sent, and nobody knows whether it arrived' : `it is ${order.status}`
  const requested = order.cancelRequestedAt === null ? '' : ', and is to be cancelled'
  const why = order.lastError ?? (late === null ? 'nothing is known' : BY_SWEEPER)
  return [waits, `order ${orderId}`, `${state}${requested}; tried ${order.retries} times: ${why}`]
}
