/** Fields of a MARKET order. */

import { DraftField } from './draft-field.tsx'
import { ExitFields } from './exit-fields.tsx'
import type { FieldsProps } from './fields-props.ts'

export const MarketFields = (props: FieldsProps) => (
  <>
    <DraftField {...props} of="maxSlippage" label="Most slippage, ¢" placeholder="2 beyond the needed level" />
    <ExitFields {...props} />
  </>
)
