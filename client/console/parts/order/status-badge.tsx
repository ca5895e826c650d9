/** How an order stands, in a word that is true: fills that are awaited, and outcomes that are not known, say so. */

import type { Order } from '../../api/types.ts'
import { ownWords } from '../../format/own-words.ts'
import { words } from '../../format/words.ts'
import { Badge, type BadgeKind } from '../badge.tsx'
import { ChangingBadge } from './change/changing-badge.tsx'

const KINDS: Readonly<Record<Order['status'], BadgeKind>> = {
  PENDING_SUBMISSION: 'busy',
  PROCESSING: 'busy',
  RESTING: 'live',
  PARTIALLY_FILLED: 'live',
  EXECUTED: 'good',
  CANCELLED: 'plain',
  EXPIRED: 'plain',
  REJECTED: 'bad',
}

const FINAL: readonly Order['status'][] = ['EXECUTED', 'CANCELLED', 'EXPIRED', 'REJECTED']

/** True if an order has ended. */
export const isFinal = ({ status }: Pick<Order, 'status'>): boolean => FINAL.includes(status)

export const StatusBadge = ({ order }: { readonly order: Order }) => {
  const { status, fills_complete, last_error, last_amend, cancel_requested_at } = order
  return (
    <span class="row">
      <Badge kind={KINDS[status]}>{words(status)}</Badge>
      {isFinal(order) && !fills_complete && status !== 'REJECTED' ? (
        <>
          <Badge kind="busy">Fills pending</Badge>
          <span class="muted small">price and fees may change</span>
        </>
      ) : null}
      {last_error === null || isFinal(order) ? null : (
        <>
          <Badge kind="busy">{status === 'PROCESSING' ? 'Outcome unknown' : 'Waits'}</Badge>
          <span class="muted small why">{ownWords(last_error)}</span>
        </>
      )}
      {!isFinal(order) && last_amend?.status === 'PENDING' ? <ChangingBadge order={order} /> : null}
      {!isFinal(order) && cancel_requested_at !== null ? <Badge kind="busy">Cancelling</Badge> : null}
    </span>
  )
}
