/** What a stop has. */

import type { FieldsProps } from './fields-props.ts'
import { NumberField } from './number-field.tsx'

export const StopFields = ({ draft, set }: FieldsProps) => (
  <div class="fields">
    <NumberField
      label="Stop price, ¢"
      value={draft.stopPrice}
      change={(stopPrice) => set({ stopPrice })}
      hint={draft.side === 'buy' ? 'Fires when the mark rises to it.' : 'Fires when the mark falls to it.'}
    />
    <NumberField
      label="or trail by, ¢"
      value={draft.trail}
      change={(trail) => set({ trail })}
      placeholder="none"
      hint="Follows the best mark, never back."
    />
    <NumberField label="Limit price, ¢" value={draft.price} change={(price) => set({ price })} placeholder="market" />
  </div>
)
