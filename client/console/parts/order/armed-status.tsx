/** How a stop, an exit or a TWAP stands. */

import type { ComplexOrder } from '../../api/types.ts'
import { cancelReason } from '../../format/own-words.ts'
import { words } from '../../format/words.ts'
import { Badge, type BadgeKind } from '../badge.tsx'

const KINDS: Readonly<Record<ComplexOrder['status'], BadgeKind>> = {
  PENDING: 'busy',
  ACTIVE: 'live',
  TRIGGERED: 'good',
  COMPLETED: 'good',
  CANCELLED: 'plain',
  EXPIRED: 'plain',
}

export const ArmedStatus = ({
  of: { status, cancel_reason, conditional_order, twap_order },
}: {
  readonly of: ComplexOrder
}) => (
  <span class="row">
    <Badge kind={KINDS[status]}>
      {status === 'PENDING' && conditional_order !== null
        ? 'Waits for its order'
        : status === 'ACTIVE'
          ? twap_order === null
            ? 'Armed'
            : 'Running'
          : words(status)}
    </Badge>
    {conditional_order?.exit_incomplete_at === null || conditional_order?.exit_incomplete_at === undefined ? null : (
      <>
        <Badge kind="bad">Exit incomplete</Badge>
        <span class="muted small">some of what its order bought is still held</span>
      </>
    )}
    {cancel_reason === null ? null : <span class="muted small">{cancelReason(cancel_reason)}</span>}
  </span>
)
