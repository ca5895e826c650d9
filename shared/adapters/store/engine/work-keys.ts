/** Keys of the `work` index, and the work of each key. */

import type { Millis } from '#domain/kernel/time.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import {
  ACCOUNT_SYNCS,
  accountSyncKey,
  COMPLEX_ORDER_SORT,
  changeLogKey,
  complexOrderKey,
  connectionKey,
  DEAD_MANS_SWITCH,
  DELETION,
  deadMansSwitchKey,
  deletionKey,
  deliveryKey,
  deliveryPartsOf,
  eventsKey,
  exchangeOrNull,
  FLATTENING,
  flatteningKey,
  idOf,
  type Key,
  ORDER_SORT,
  orderKey,
  REVOCATION,
  revocationKey,
  TRADING_DAY,
  tradingDayKey,
} from './keys.ts'
import { KEY_USES } from './table-definition.ts'

/** Work that a row of the index names; `unknown` if its key is of no kind of work. */
export const workOf = (key: Key, dueAt: Millis): DueWork => {
  const unknown = { kind: 'unknown', ...key, dueAt } as const
  try {
    const known = knownWorkOf(key, dueAt)
    if (known === null) return unknown
    // A damaged key can resemble the key of another row.
    const { pk, sk } = workKey(known)
    return pk === key.pk && sk === key.sk ? known : unknown
  } catch {
    return unknown
  }
}

/** Key of the row that carries the due date of the work. */
export const workKey = (work: DueWork): Key => {
  switch (work.kind) {
    case 'order':
      return orderKey(work.orderId)
    case 'complex_order':
      return complexOrderKey(work.complexOrderId)
    case 'trading_day':
      return tradingDayKey(work.subaccountId)
    case 'dead_mans_switch':
      return deadMansSwitchKey(work.subaccountId)
    case 'flattening':
      return flatteningKey(work.subaccountId)
    case 'deletion':
      return deletionKey(work.subaccountId)
    case 'event':
      return eventsKey(work.objectId, work.version)
    case 'delivery':
      return deliveryKey(work.webhookId, work.objectId, work.sequence)
    case 'following':
      return changeLogKey(work.userId)
    case 'revocation':
      return revocationKey(work.userId)
    case 'connection':
      return connectionKey(work.streamId)
    case 'account':
      return accountSyncKey(work.subaccountId, work.exchange)
    case 'unknown':
      return { pk: work.pk, sk: work.sk }
  }
}

const knownWorkOf = (key: Key, dueAt: Millis): DueWork | null => workBySort(key, dueAt) ?? workByPartition(key, dueAt)

const workBySort = ({ pk, sk }: Key, dueAt: Millis): DueWork | null => {
  switch (sk) {
    case ORDER_SORT:
      return { kind: 'order', orderId: idOf(pk), dueAt }
    case COMPLEX_ORDER_SORT:
      return { kind: 'complex_order', complexOrderId: idOf(pk), dueAt }
    case TRADING_DAY:
      return { kind: 'trading_day', subaccountId: idOf(pk), dueAt }
    case DEAD_MANS_SWITCH:
      return { kind: 'dead_mans_switch', subaccountId: idOf(pk), dueAt }
    case FLATTENING:
      return { kind: 'flattening', subaccountId: idOf(pk), dueAt }
    case DELETION:
      return { kind: 'deletion', subaccountId: idOf(pk), dueAt }
    default:
      return null
  }
}

const workByPartition = ({ pk, sk }: Key, dueAt: Millis): DueWork | null => {
  if (pk.startsWith(KEY_USES) && sk === REVOCATION) return { kind: 'revocation', userId: idOf(pk), dueAt }
  if (pk.startsWith('E#')) return { kind: 'event', objectId: idOf(pk), version: Number(sk), dueAt }
  if (pk.startsWith('C#')) return { kind: 'following', userId: idOf(pk), dueAt }
  if (pk.startsWith('Q#')) return { kind: 'connection', streamId: pk.slice(2), dueAt }
  if (pk.startsWith('D#')) return { kind: 'delivery', ...deliveryPartsOf(pk), sequence: Number(sk), dueAt }
  const exchange = sk.startsWith(ACCOUNT_SYNCS) ? exchangeOrNull(sk.slice(ACCOUNT_SYNCS.length)) : null
  return exchange === null ? null : { kind: 'account', subaccountId: idOf(pk), exchange, dueAt }
}
