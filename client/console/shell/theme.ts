/** Light or dark: as the system has it until the user chooses. */

import { signal } from '@preact/signals'

const PLACE = 'theme'
const theme = signal(localStorage.getItem(PLACE) ?? '')
const apply = (): void => {
  if (theme.value !== '') document.documentElement.dataset['theme'] = theme.value
}
apply()

const system = matchMedia('(prefers-color-scheme: dark)')
const isSystemDark = signal(system.matches)
system.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches
})

export const isDark = (): boolean => (theme.value === '' ? isSystemDark.value : theme.value === 'dark')

export const turnTheme = (): void => {
  theme.value = isDark() ? 'light' : 'dark'
  localStorage.setItem(PLACE, theme.value)
  apply()
}
