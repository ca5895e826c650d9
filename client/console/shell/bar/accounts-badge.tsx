/** Shows the kind of accounts in one word, in a colour that nobody overlooks. */

import { Badge } from '../../parts/badge.tsx'
import { accounts } from '../accounts.ts'

const WORDS = {
  simulated: 'Simulated',
  paper: 'Paper',
  demo: 'Demo',
  production: 'Real money',
} as const

export const AccountsBadge = () =>
  accounts.value === null ? null : <Badge kind={accounts.value}>{WORDS[accounts.value]}</Badge>
