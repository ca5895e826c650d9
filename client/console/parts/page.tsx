/** The frame of a page: its heading, its actions, and its parts. */

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { pageTitle } from './page-title.ts'

interface Props {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

export const Page = ({ title, lead, actions, children }: Props) => {
  useEffect(() => {
    pageTitle.value = title
  }, [title])
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>{title}</h1>
          {lead === undefined ? null : <div class="muted">{lead}</div>}
        </div>
        {actions === undefined ? null : <div class="row">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
