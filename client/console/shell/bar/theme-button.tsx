/** Turns the colours to light or dark. */

import { isDark, turnTheme } from '../theme.ts'

export const ThemeButton = () => (
  <button
    type="button"
    class="button compact"
    aria-label={isDark() ? 'Light colours' : 'Dark colours'}
    onClick={turnTheme}
  >
    {isDark() ? '☀' : '☾'}
  </button>
)
