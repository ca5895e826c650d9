/** A word in a pill. */

import type { ComponentChildren } from 'preact'
import type { AccountKind } from '../shell/accounts.ts'

export type BadgeKind = 'plain' | 'good' | 'bad' | 'busy' | 'live' | 'exchange-a' | 'exchange-b' | AccountKind

export const Badge = ({
  kind = 'plain',
  children,
}: {
  readonly kind?: BadgeKind
  readonly children: ComponentChildren
}) => <span class={`badge ${kind}`}>{children}</span>
