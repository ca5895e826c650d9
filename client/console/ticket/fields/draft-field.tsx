/** A number of the ticket. The arrow keys step it, ten steps with Shift. */

import type { RefObject } from 'preact'
import { NumberField } from '../../parts/form/number-field.tsx'
import type { TypedField } from '../draft/faults-of.ts'
import type { FieldsProps } from './fields-props.ts'

interface Props extends FieldsProps {
  readonly of: TypedField
  readonly label: string
  readonly placeholder?: string
  readonly hint?: string
  readonly reference?: RefObject<HTMLInputElement | null>
  /** The text after so many steps up, or down if `count` is below 0; null if there is none. */
  readonly stepped?: (typed: string, count: number) => string | null
}

export const DraftField = ({ of, draft, faults, set, view: _view, stepped, hint, ...rest }: Props) => {
  const change = (typed: string) => set({ [of]: typed, ...(of === 'price' ? { isPriceOwn: true } : {}) })
  return (
    <NumberField
      path={of}
      value={draft[of]}
      fault={faults[of]}
      hint={faults[of] === undefined ? hint : ''}
      change={change}
      onKeyDown={(event) => {
        const up = event.key === 'ArrowUp'
        if (!(up || event.key === 'ArrowDown') || event.altKey || event.ctrlKey || event.metaKey) return
        const next = stepped?.(draft[of], (up ? 1 : -1) * (event.shiftKey ? 10 : 1)) ?? null
        if (next === null) return
        event.preventDefault()
        change(next)
      }}
      {...rest}
    />
  )
}
