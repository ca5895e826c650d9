/** Fields of a stop. */

import { DraftField } from './draft-field.tsx'
import type { FieldsProps } from './fields-props.ts'

export const StopFields = (props: FieldsProps) => (
  <div class="fields">
    <DraftField
      {...props}
      of="stopPrice"
      label="Stop price, ¢"
      hint={`Fires when the mark ${props.draft.side === 'buy' ? 'rises' : 'falls'} to it.`}
    />
    <DraftField
      {...props}
      of="trail"
      label="or trail by, ¢"
      placeholder="none"
      hint="Follows the best mark, never back."
    />
    <DraftField {...props} of="price" label="Limit price, ¢" placeholder="market" />
  </div>
)
