/** A word in a pill. */

import type { ComponentChildren } from 'preact'

export type BadgeKind = 'plain' | 'good' | 'bad' | 'busy' | 'live' | 'exchange-a' | 'exchange-b'

export const Badge = ({
  kind = 'plain',
  children,
}: {
  readonly kind?: BadgeKind
  readonly children: ComponentChildren
}) => <span class={`badge ${kind}`}>{children}</span>
