/** What a MARKET order has. */

import { NumberField } from '../parts/number-field.tsx'
import { ExitFields } from './exit-fields.tsx'
import type { FieldsProps } from './fields-props.ts'

export const MarketFields = ({ draft, faults, set }: FieldsProps) => (
  <>
    <NumberField
      label="Most slippage, ¢"
      value={draft.maxSlippage}
      fault={faults.maxSlippage}
      change={(maxSlippage) => set({ maxSlippage })}
      placeholder="2 beyond the needed level"
    />
    <ExitFields draft={draft} faults={faults} set={set} />
  </>
)
