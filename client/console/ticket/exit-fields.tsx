/** The exits of a bracket: both are optional, and never exceed the filled quantity. */

import { DraftField } from './draft-field.tsx'
import type { FieldsProps } from './fields-props.ts'

export const ExitFields = (props: FieldsProps) => (
  <div class="fields">
    <DraftField {...props} of="takeProfit" label="Take profit, ¢" placeholder="none" />
    <DraftField {...props} of="stopLoss" label="Stop loss, ¢" placeholder="none" />
  </div>
)
