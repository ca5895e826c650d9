/** What a TWAP has. */

import { NumberField } from '../parts/number-field.tsx'
import type { FieldsProps } from './fields-props.ts'

export const TwapFields = ({ draft, faults, set }: FieldsProps) => (
  <div class="fields">
    <NumberField label="Minutes" value={draft.minutes} fault={faults.minutes} change={(minutes) => set({ minutes })} />
    <NumberField label="Slices" value={draft.slices} fault={faults.slices} change={(slices) => set({ slices })} />
    <NumberField
      label="Limit price, ¢"
      value={draft.price}
      fault={faults.price}
      change={(price) => set({ price })}
      placeholder="market"
    />
  </div>
)
