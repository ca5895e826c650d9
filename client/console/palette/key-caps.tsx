/** Keys as they are printed on a keyboard. */

import { isMac, type Keys } from '../shell/shortcuts.ts'

export const KeyCaps = ({ of }: { readonly of: Keys }) => (
  <span class="keys">
    {of.split(' ').map((key) => (
      <kbd key={key} class="key">
        {key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key.toUpperCase()}
      </kbd>
    ))}
  </span>
)
