/** A fact of a list of them: what it is, and how it stands. */

import type { ComponentChildren } from 'preact'

interface Props {
  readonly label: string
  readonly class?: string
  readonly children: ComponentChildren
}

export const Fact = ({ label, children, ...props }: Props) => (
  <div>
    <dt>{label}</dt>
    <dd {...props}>{children}</dd>
  </div>
)
