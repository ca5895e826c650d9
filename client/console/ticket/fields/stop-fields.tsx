/** Fields of a stop. */

import type { FieldsProps } from './fields-props.ts'
import { PriceField } from './price-field.tsx'

export const StopFields = (props: FieldsProps) => (
  <div class="fields">
    <PriceField
      {...props}
      of="stopPrice"
      label="Stop price, ¢"
      hint={`Fires when the ${props.draft.outcome === 'yes' ? 'mark' : 'mark of No'} ${props.draft.side === 'buy' ? 'rises' : 'falls'} to it.`}
    />
    <PriceField
      {...props}
      of="trail"
      label="or trail by, ¢"
      placeholder="none"
      hint="Follows the best mark, never back."
      isAmount
    />
    <PriceField {...props} of="price" label="Limit price, ¢" placeholder="market" />
  </div>
)
