/** What a MARKET order has. */

import { ExitFields } from './exit-fields.tsx'
import type { FieldsProps } from './fields-props.ts'
import { NumberField } from './number-field.tsx'

export const MarketFields = ({ draft, set }: FieldsProps) => (
  <>
    <NumberField
      label="Most slippage, ¢"
      value={draft.maxSlippage}
      change={(maxSlippage) => set({ maxSlippage })}
      placeholder="2 beyond the needed level"
    />
    <ExitFields draft={draft} set={set} />
  </>
)
