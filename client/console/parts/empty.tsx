/** Replaces an empty list: says what the list would show, and how to get there. */

import type { ComponentChildren } from 'preact'

interface Props {
  readonly children: ComponentChildren
  /** Page of the next step, and its name. */
  readonly next?: readonly [href: string, text: string]
  /** The next step, if it is on this page. */
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
