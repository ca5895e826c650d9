/** The bar of every page: search, the subaccount, HALT, notifications, and sign out. */

import { Bell } from '../../notifications/bell.tsx'
import { Badge } from '../../parts/badge.tsx'
import { signOut } from '../../session/api-key.ts'
import { canTrade, chooseSubaccount, scope, subaccount, subaccounts } from '../../session/session.ts'
import { HaltButton } from '../halt/halt-button.tsx'
import { isPhone } from '../is-phone.ts'
import { route } from '../navigation/route.ts'
import { AccountsBadge } from './accounts-badge.tsx'
import { Brand } from './brand.tsx'
import { MoneyStrip } from './money-strip.tsx'
import { PaletteButton } from './palette-button.tsx'
import { SearchField } from './search-field.tsx'
import { ThemeButton } from './theme-button.tsx'

export const TopBar = () => (
  <header class="topbar">
    <a href="#/">
      <Brand />
    </a>
    <AccountsBadge />
    {isPhone.value && route.value.join('/') !== 'markets' ? null : <SearchField />}
    <PaletteButton />
    <span class="push" />
    <MoneyStrip />
    {(subaccounts.value ?? []).length === 0 ? null : (
      <select
        aria-label="Subaccount"
        value={subaccount.value?.subaccount_id ?? ''}
        onChange={({ currentTarget }) => chooseSubaccount(currentTarget.value)}
      >
        {subaccounts.value?.map(({ subaccount_id, name }) => (
          <option key={subaccount_id} value={subaccount_id}>
            {name}
          </option>
        ))}
      </select>
    )}
    {scope.value === 'read' ? <Badge>Read only</Badge> : null}
    {canTrade.value && subaccount.value !== null ? <HaltButton /> : null}
    <Bell />
    {isPhone.value ? null : (
      <>
        <ThemeButton />
        <button type="button" class="button compact" onClick={() => signOut()}>
          Sign out
        </button>
      </>
    )}
  </header>
)
