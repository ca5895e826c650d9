/** A framed part of a page, with a heading. */

import type { ComponentChildren } from 'preact'

interface Props {
  readonly title: string
  /** Content at the right of the heading. */
  readonly aside?: ComponentChildren
  readonly class?: string
  /** True if the content keeps a distance from the frame. */
  readonly padded?: boolean
  readonly children: ComponentChildren
}

export const Panel = ({ title, aside, padded = false, children, ...props }: Props) => (
  <section class={`panel ${props.class ?? ''}`} aria-label={title}>
    <header>
      <h2>{title}</h2>
      {aside === undefined ? null : <div class="row">{aside}</div>}
    </header>
    {padded ? <div class="inside">{children}</div> : children}
  </section>
)
