/** The exits of a bracket: both are optional, and cap at what has filled. */

import { NumberField } from '../parts/number-field.tsx'
import type { FieldsProps } from './fields-props.ts'

export const ExitFields = ({ draft, faults, set }: FieldsProps) => (
  <div class="fields">
    <NumberField
      label="Take profit, ¢"
      value={draft.takeProfit}
      fault={faults.takeProfit}
      change={(takeProfit) => set({ takeProfit })}
      placeholder="none"
    />
    <NumberField
      label="Stop loss, ¢"
      value={draft.stopLoss}
      fault={faults.stopLoss}
      change={(stopLoss) => set({ stopLoss })}
      placeholder="none"
    />
  </div>
)
