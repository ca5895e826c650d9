/** Actions on a waiting stop, exit or TWAP, for keys that may act. */

import type { ComplexOrder } from '../../api/types.ts'
import { canTrade } from '../../session/session.ts'
import { CancelComplexButton } from './change/cancel-complex-button.tsx'
import { MoveButton } from './change/move-button.tsx'
import { isWaiting } from './is-waiting.ts'

interface Props {
  readonly of: ComplexOrder
  /** The complex orders that may be chained to it. */
  readonly all: readonly ComplexOrder[]
}

export const ArmedActions = ({ of, all }: Props) =>
  canTrade.value && isWaiting(of) ? (
    <div class="row">
      <MoveButton of={of} all={all} />
      <CancelComplexButton of={of} />
    </div>
  ) : null
