/** A number in the ticket. */

import type { RefObject } from 'preact'
import { Field } from '../parts/field.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly placeholder?: string
  readonly hint?: string
  readonly reference?: RefObject<HTMLInputElement | null>
}

export const NumberField = ({ label, value, change, placeholder = '', hint, reference }: Props) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })}>
    <input
      inputMode="decimal"
      autocomplete="off"
      maxLength={16}
      placeholder={placeholder}
      value={value}
      onInput={({ currentTarget }) => change(currentTarget.value.replace(',', '.'))}
      {...(reference === undefined ? {} : { ref: reference })}
    />
  </Field>
)
