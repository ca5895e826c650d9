/** One line of the command palette. */

import type { Keys } from '../shell/shortcuts.ts'

export interface Entry {
  /** Unique among all. */
  readonly id: string
  readonly group: 'Pages' | 'Commands' | 'Subaccounts' | 'Positions' | 'Orders' | 'Watchlists' | 'Markets'
  readonly text: string
  /** More about it, at the end of the line. */
  readonly aside?: string
  /** The keys that do the same. */
  readonly keys?: Keys
  readonly act: () => void
}
