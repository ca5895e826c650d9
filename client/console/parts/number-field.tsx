/** A number that is typed. It stays as it was typed, and what is wrong with it stands under it. */

import type { RefObject } from 'preact'
import { Field } from './field.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly placeholder?: string
  readonly hint?: string
  /** What is wrong with it, in words. */
  readonly fault?: string | null | undefined
  readonly reference?: RefObject<HTMLInputElement | null>
}

export const NumberField = ({ label, value, change, placeholder = '', hint, fault, reference }: Props) => (
  <Field label={label} fault={fault} {...(hint === undefined ? {} : { hint })}>
    <input
      inputMode="decimal"
      autocomplete="off"
      placeholder={placeholder}
      value={value}
      aria-invalid={typeof fault === 'string'}
      onInput={({ currentTarget }) => change(currentTarget.value)}
      {...(reference === undefined ? {} : { ref: reference })}
    />
  </Field>
)
