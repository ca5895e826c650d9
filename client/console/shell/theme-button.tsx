/** Light or dark: as the system has it until the user chooses. */

import { signal } from '@preact/signals'

const PLACE = 'theme'
const theme = signal(localStorage.getItem(PLACE) ?? '')
const apply = (): void => {
  if (theme.value !== '') document.documentElement.dataset['theme'] = theme.value
}
apply()

const isDark = (): boolean =>
  theme.value === '' ? matchMedia('(prefers-color-scheme: dark)').matches : theme.value === 'dark'

export const ThemeButton = () => (
  <button
    type="button"
    class="button compact"
    aria-label={isDark() ? 'Light colours' : 'Dark colours'}
    onClick={() => {
      theme.value = isDark() ? 'light' : 'dark'
      localStorage.setItem(PLACE, theme.value)
      apply()
    }}
  >
    {isDark() ? '☀' : '☾'}
  </button>
)
