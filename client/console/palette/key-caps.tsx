/** Keys as they are printed on a keyboard. */

import { isMac, type Shortcut } from '../shell/shortcuts.ts'

export const KeyCaps = ({ of }: { readonly of: Shortcut['keys'] }) => (
  <span class="keys">
    {of.split(' ').map((key) => (
      <kbd key={key} class="key">
        {key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key}
      </kbd>
    ))}
  </span>
)
