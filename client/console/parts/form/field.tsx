/** A label with its control, and the fault of its value. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useForm } from './form.tsx'

export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  /** The fault of the typed value, in words. */
  readonly fault?: string | null | undefined
  /** Its place in the request, such as `trigger_order.price`: what the service says of it stands here. */
  readonly path?: string | undefined
}

interface Props extends FieldProps {
  /** The control, with what ties it to its label and to the words beside it. */
  readonly children: (ties: object) => ComponentChildren
}

export const Field = ({ label, hint, fault, path = '', children }: Props) => {
  const id = useId()
  const form = useForm()
  // A fault without a path belongs to the whole form, and to no field.
  const wrong = fault ?? (path === '' ? null : form?.faultAt(path)) ?? null
  const words = `${id}-words`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, name: path, 'aria-invalid': wrong !== null, 'aria-describedby': words })}
      <div class="words" id={words}>
        {wrong === null ? null : <p class="fault">{wrong}</p>}
        {hint}
      </div>
    </div>
  )
}
