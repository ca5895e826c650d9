/** Commands, pages and subaccounts of the palette: all that is known without a request. */

import { signOut } from '../session/api-key.ts'
import { canTrade, chooseSubaccount, subaccount, subaccounts } from '../session/session.ts'
import { isHalted } from '../shell/halt/halted.ts'
import { addressOf, PAGES } from '../shell/navigation/pages.ts'
import { goTo } from '../shell/navigation/route.ts'
import { opened } from '../shell/opened.ts'
import { pageKeys } from '../shell/shortcuts.ts'
import { isDark, turnTheme } from '../shell/theme.ts'
import type { Entry } from './entry.ts'

export const ownEntries = (): readonly Entry[] => [...pages(), ...commands(), ...others()]

const pages = (): readonly Entry[] =>
  PAGES.map((page) => ({
    id: `page ${page.place}`,
    group: 'Pages',
    text: page.title,
    keys: pageKeys(page),
    act: () => goTo(addressOf(page.place)),
  }))

const commands = (): readonly Entry[] => {
  const name = subaccount.value?.name ?? null
  const open = (what: typeof opened.value) => () => {
    opened.value = what
  }
  const trading: readonly Entry[] =
    name === null || !canTrade.value
      ? []
      : [
          { id: 'cancel', group: 'Commands', text: 'Cancel all orders or stops…', aside: name, act: open('cancel') },
          {
            id: 'halt',
            group: 'Commands',
            text: isHalted.value ? 'See the halt…' : 'Halt…',
            aside: name,
            act: open('halt'),
          },
        ]
  return [
    ...trading,
    {
      id: 'theme',
      group: 'Commands',
      text: isDark() ? 'Light colours' : 'Dark colours',
      aside: 'theme',
      act: turnTheme,
    },
    { id: 'keys', group: 'Commands', text: 'Show all keys', keys: '?', act: open('keys') },
    { id: 'sign-out', group: 'Commands', text: 'Sign out', act: () => signOut() },
  ]
}

const others = (): readonly Entry[] =>
  (subaccounts.value ?? [])
    .filter(({ subaccount_id }) => subaccount_id !== subaccount.value?.subaccount_id)
    .map(({ subaccount_id, name }) => ({
      id: `subaccount ${subaccount_id}`,
      group: 'Subaccounts',
      text: name,
      aside: 'switch to it',
      act: () => chooseSubaccount(subaccount_id),
    }))
