/** The contracts of a position and their side, and the pairs of Yes and No beside them. */

import type { Position } from '../../api/types.ts'
import { quantity } from '../../format/quantity.ts'

export const Contracts = ({ position, pairs }: Pick<Position, 'position' | 'pairs'>) => (
  <>
    <span class="strong">
      {quantity(Math.abs(position))}
      {position === 0 ? null : <span class={position < 0 ? 'sell' : 'buy'}> {position < 0 ? 'No' : 'Yes'}</span>}
    </span>
    {pairs === 0 ? null : (
      <span
        class="muted small"
        title="Each pair of Yes and No is worth $1. Redeem on the page Positions makes it cash."
      >
        {' '}
        and {quantity(pairs)} {pairs === 1 ? 'pair' : 'pairs'}
      </span>
    )}
  </>
)
