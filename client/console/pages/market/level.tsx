/** One level of a book. */

import { price as cents } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'

interface Props {
  readonly side: 'bid' | 'ask'
  readonly price: number
  readonly qty: number
  /** Share of the deepest level, 0 to 1. */
  readonly share: number
  readonly isOwn: boolean
  readonly pick: () => void
}

export const Level = ({ side, price, qty, share, isOwn, pick }: Props) => (
  <button
    type="button"
    class={`level ${side}`}
    onClick={pick}
    aria-label={`${side === 'bid' ? 'Bid' : 'Ask'} ${cents(price)}, ${quantity(qty)} contracts${isOwn ? ', with an order of yours' : ''}`}
  >
    <i style={{ width: `${share * 100}%` }} />
    <span class={side === 'bid' ? 'buy' : 'sell'}>
      {cents(price)}
      {isOwn ? <span class="own" /> : null}
    </span>
    <span>{quantity(qty)}</span>
  </button>
)
