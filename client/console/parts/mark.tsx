/** The price a position is valued at, or that nobody tells one. */

import { price } from '../format/price.ts'

export const Mark = ({ of }: { readonly of: number | null }) =>
  of === null ? <span class="muted">no price known</span> : <span>{price(of)}</span>
