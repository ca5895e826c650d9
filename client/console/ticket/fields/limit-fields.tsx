/** Fields of a LIMIT order. */

import { Check } from '../../parts/form/check.tsx'
import { Field } from '../../parts/form/field.tsx'
import { type Draft, rests } from '../draft/draft.ts'
import { ExitFields } from './exit-fields.tsx'
import type { FieldsProps } from './fields-props.ts'
import { LimitPrice } from './limit-price.tsx'

const TIMES: Readonly<Record<Draft['timeInForce'], string>> = {
  GTC: 'Until cancelled (GTC)',
  GTD: 'Until a time (GTD)',
  IOC: 'At once, rest ends (IOC)',
  FOK: 'All at once or nothing (FOK)',
}

export const LimitFields = (props: FieldsProps) => {
  const { draft, set } = props
  return (
    <>
      <LimitPrice {...props} />
      <Field label="Good for" path="time_in_force">
        {(ties) => (
          <select
            {...ties}
            value={draft.timeInForce}
            onChange={({ currentTarget: { value } }) => {
              if (value === 'GTC' || value === 'GTD' || value === 'IOC' || value === 'FOK') set({ timeInForce: value })
            }}
          >
            {Object.entries(TIMES).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.timeInForce === 'GTD' ? (
        <Field label="Ends at" path="until">
          {(ties) => (
            <input
              {...ties}
              type="datetime-local"
              value={draft.until}
              onInput={({ currentTarget }) => set({ until: currentTarget.value })}
            />
          )}
        </Field>
      ) : null}
      {rests(draft.timeInForce) ? (
        <div class="row">
          <Check label="Post only" value={draft.postOnly} change={(postOnly) => set({ postOnly })} />
          <Check
            label="Cancel on pause"
            value={draft.cancelOnPause}
            change={(cancelOnPause) => set({ cancelOnPause })}
          />
        </div>
      ) : null}
      <ExitFields {...props} />
    </>
  )
}
