/** Replaces all data of a subaccount while the user has none. */

import { canTrade } from '../session/session.ts'
import { to } from '../shell/navigation/route.ts'
import { Empty } from './empty.tsx'

export const NoSubaccount = () => (
  <Empty {...(canTrade.value ? { next: [to('subaccounts'), 'Make a subaccount'] as const } : {})}>
    No subaccount yet. Orders, positions and limits belong to one.
  </Empty>
)
