/** A sentence that stands out: bad news is read out at once. */

import type { ComponentChildren } from 'preact'

interface Props {
  readonly kind?: 'plain' | 'good' | 'warn' | 'bad'
  readonly children: ComponentChildren
}

export const Note = ({ kind = 'plain', children }: Props) => (
  <div class={`note ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
)
