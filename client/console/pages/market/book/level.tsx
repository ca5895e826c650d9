/** One level of a book. */

import { quantity, shortQuantity } from '../../../format/quantity.ts'
import type { Rung } from './rungs-of.ts'

interface Props {
  readonly side: 'bid' | 'ask'
  readonly rung: Rung
  /** The price as it is shown. */
  readonly cents: string
  /** Share of the contracts of the deeper side up to this level, 0 to 1. */
  readonly share: number
  /** Lower levels are hidden on low screens. */
  readonly isDeep: boolean
  /** True for the level that the Tab key reaches; arrow keys reach the others. */
  readonly isFirst: boolean
  readonly pick: () => void
}

export const Level = ({ side, rung: { qty, total, own }, cents, share, isDeep, isFirst, pick }: Props) => (
  <button type="button" class={`level ${side}${isDeep ? ' deep' : ''}`} onClick={pick} tabIndex={isFirst ? 0 : -1}>
    <i style={{ width: `${share * 100}%` }} />
    <span class={side === 'bid' ? 'buy' : 'sell'} aria-hidden="true">
      {cents}
      {own === 0 ? null : <span class="own">{shortQuantity(own)}</span>}
    </span>
    <span aria-hidden="true">{quantity(qty)}</span>
    <span class="muted" aria-hidden="true">
      {quantity(total)}
    </span>
    <span class="hidden">
      {`${side === 'bid' ? 'Bid' : 'Ask'} ${cents}, ${quantity(qty)} contracts${own === 0 ? '' : `, ${quantity(own)} of them yours`}, ${quantity(total)} up to here`}
    </span>
  </button>
)
