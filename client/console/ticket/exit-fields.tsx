/** The exits of a bracket: both are optional, and cap at what has filled. */

import type { FieldsProps } from './fields-props.ts'
import { NumberField } from './number-field.tsx'

export const ExitFields = ({ draft, set }: FieldsProps) => (
  <div class="fields">
    <NumberField
      label="Take profit, ¢"
      value={draft.takeProfit}
      change={(takeProfit) => set({ takeProfit })}
      placeholder="none"
    />
    <NumberField
      label="Stop loss, ¢"
      value={draft.stopLoss}
      change={(stopLoss) => set({ stopLoss })}
      placeholder="none"
    />
  </div>
)
