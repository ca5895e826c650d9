/** Fields of a MARKET order. */

import { inDollars } from '../draft/draft.ts'
import { ExitFields } from './exit-fields.tsx'
import type { FieldsProps } from './fields-props.ts'
import { PriceField } from './price-field.tsx'

export const MarketFields = (props: FieldsProps) => (
  <>
    <PriceField
      {...props}
      of="maxSlippage"
      label="Most slippage, ¢"
      placeholder={inDollars(props.draft) ? 'none beyond the needed level' : '2 beyond the needed level'}
      isAmount
    />
    <ExitFields {...props} />
  </>
)
