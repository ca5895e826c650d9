/** Opens the command palette. */

import { isPhone } from '../is-phone.ts'
import { opened } from '../opened.ts'
import { isMac } from '../shortcuts.ts'

const KEYS = isMac ? '⌘ K' : 'Ctrl K'

export const PaletteButton = () => (
  <button
    type="button"
    class="button compact"
    aria-label={isPhone.value ? 'Find anything' : `Find anything, ${KEYS}`}
    aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
    onClick={() => {
      opened.value = 'palette'
    }}
  >
    {isPhone.value ? (
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path
          d="M11 11l4 4M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z"
          fill="none"
          stroke="currentColor"
          stroke-width="1.6"
        />
      </svg>
    ) : (
      KEYS
    )}
  </button>
)
