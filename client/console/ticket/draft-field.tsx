/** A number of the ticket. */

import type { RefObject } from 'preact'
import { NumberField } from '../parts/form/number-field.tsx'
import type { TypedField } from './faults-of.ts'
import type { FieldsProps } from './fields-props.ts'

interface Props extends FieldsProps {
  readonly of: TypedField
  readonly label: string
  readonly placeholder?: string
  readonly hint?: string
  readonly reference?: RefObject<HTMLInputElement | null>
}

export const DraftField = ({ of, draft, faults, set, ...rest }: Props) => (
  <NumberField path={of} value={draft[of]} fault={faults[of]} change={(typed) => set({ [of]: typed })} {...rest} />
)
