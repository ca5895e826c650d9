/** Fields of a TWAP. */

import { DraftField } from './draft-field.tsx'
import type { FieldsProps } from './fields-props.ts'
import { PriceField } from './price-field.tsx'

export const TwapFields = (props: FieldsProps) => (
  <div class="fields">
    <DraftField {...props} of="minutes" label="Minutes" />
    <DraftField {...props} of="slices" label="Slices" />
    <PriceField {...props} of="price" label="Limit price, ¢" placeholder="market" />
  </div>
)
