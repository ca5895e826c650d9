/** What stands in place of an empty list: what it would show, and the way there. */

import type { ComponentChildren } from 'preact'

interface Props {
  readonly children: ComponentChildren
  /** Where the next step is taken, and what it is called. */
  readonly next?: readonly [href: string, text: string]
  /** The next step, where it is taken here. */
  readonly action?: ComponentChildren
}

export const Empty = ({ children, next, action }: Props) => (
  <div class="empty">
    <p>{children}</p>
    {next === undefined ? null : (
      <p>
        <a href={next[0]}>{next[1]}</a>
      </p>
    )}
    {action}
  </div>
)
