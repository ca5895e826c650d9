/** The contracts of a position and their side. */

import { quantity } from '../format/quantity.ts'

export const Contracts = ({ position }: { readonly position: number }) => (
  <span class="strong">
    {quantity(Math.abs(position))}
    {position === 0 ? null : <span class={position < 0 ? 'sell' : 'buy'}> {position < 0 ? 'No' : 'Yes'}</span>}
  </span>
)
