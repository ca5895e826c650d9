/** A label with its input. */

import type { ComponentChildren } from 'preact'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly children: ComponentChildren
}

export const Field = ({ label, hint, children }: Props) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label class="field">
    <span>{label}</span>
    {children}
    {hint === undefined ? null : <span class="hint">{hint}</span>}
  </label>
)
