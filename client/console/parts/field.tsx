/** A label with its input. */

import type { ComponentChildren } from 'preact'

interface Props {
  readonly label: string
  readonly hint?: string
  /** What is wrong with what stands in it, in words. */
  readonly fault?: string | null | undefined
  readonly children: ComponentChildren
}

export const Field = ({ label, hint, fault, children }: Props) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label class="field">
    <span>{label}</span>
    {children}
    {typeof fault === 'string' ? <span class="fault">{fault}</span> : null}
    {hint === undefined ? null : <span class="hint">{hint}</span>}
  </label>
)
