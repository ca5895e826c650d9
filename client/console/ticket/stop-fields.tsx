/** What a stop has. */

import { NumberField } from '../parts/number-field.tsx'
import type { FieldsProps } from './fields-props.ts'

export const StopFields = ({ draft, faults, set }: FieldsProps) => (
  <div class="fields">
    <NumberField
      label="Stop price, ¢"
      value={draft.stopPrice}
      fault={faults.stopPrice}
      change={(stopPrice) => set({ stopPrice })}
      hint={draft.side === 'buy' ? 'Fires when the mark rises to it.' : 'Fires when the mark falls to it.'}
    />
    <NumberField
      label="or trail by, ¢"
      value={draft.trail}
      fault={faults.trail}
      change={(trail) => set({ trail })}
      placeholder="none"
      hint="Follows the best mark, never back."
    />
    <NumberField
      label="Limit price, ¢"
      value={draft.price}
      fault={faults.price}
      change={(price) => set({ price })}
      placeholder="market"
    />
  </div>
)
