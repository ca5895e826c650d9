/** Light or dark: as the system has it until the user chooses. */

import { signal } from '@preact/signals'

const PLACE = 'theme'
const theme = signal(localStorage.getItem(PLACE) ?? '')
const apply = (): void => {
  if (theme.value !== '') document.documentElement.dataset['theme'] = theme.value
}
apply()

export const isDark = (): boolean =>
  theme.value === '' ? matchMedia('(prefers-color-scheme: dark)').matches : theme.value === 'dark'

export const turnTheme = (): void => {
  theme.value = isDark() ? 'light' : 'dark'
  localStorage.setItem(PLACE, theme.value)
  apply()
}
