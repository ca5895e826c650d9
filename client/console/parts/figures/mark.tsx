/** The price at which a position is valued, in the outcome it holds, or that there is none. */

import type { Position } from '../../api/types.ts'
import { price } from '../../format/price.ts'
import { priceOfHeld } from '../../format/price-of-held.ts'
import { Tick } from './tick.tsx'

export const Mark = ({ of }: { readonly of: Pick<Position, 'position' | 'mark_price'> }) => {
  const mark = priceOfHeld(of.mark_price, of)
  return mark === null ? <span class="muted">no price known</span> : <Tick of={mark} text={price(mark)} />
}
