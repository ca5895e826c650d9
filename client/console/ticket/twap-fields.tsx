/** What a TWAP has. */

import type { FieldsProps } from './fields-props.ts'
import { NumberField } from './number-field.tsx'

export const TwapFields = ({ draft, set }: FieldsProps) => (
  <div class="fields">
    <NumberField label="Minutes" value={draft.minutes} change={(minutes) => set({ minutes })} />
    <NumberField label="Slices" value={draft.slices} change={(slices) => set({ slices })} />
    <NumberField label="Limit price, ¢" value={draft.price} change={(price) => set({ price })} placeholder="market" />
  </div>
)
