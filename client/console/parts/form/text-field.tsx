/** A text that is typed. The text stays as typed. */

import type { RefObject } from 'preact'
import { Field, type FieldProps } from './field.tsx'

interface Props extends FieldProps {
  readonly value: string
  readonly change: (value: string) => void
  readonly reference?: RefObject<HTMLInputElement | null>
  readonly type?: 'text' | 'search' | 'url' | 'password'
  readonly inputMode?: 'decimal'
  readonly placeholder?: string
  readonly maxLength?: number
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

export const TextField = ({ label, hint, fault, path, value, change, reference, ...rest }: Props) => (
  <Field label={label} hint={hint} fault={fault} path={path}>
    {(ties) => {
      const attributes: object = { ...rest, ...ties, autocomplete: 'off', spellcheck: false, ref: reference }
      return <input {...attributes} value={value} onInput={({ currentTarget }) => change(currentTarget.value)} />
    }}
  </Field>
)
