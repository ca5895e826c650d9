/** The price at which a position is valued, or that there is none. */

import { price } from '../format/price.ts'
import { Tick } from './tick.tsx'

export const Mark = ({ of }: { readonly of: number | null }) =>
  of === null ? <span class="muted">no price known</span> : <Tick of={of} text={price(of)} />
