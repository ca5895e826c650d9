/** The kind of accounts as one word in a colour that nobody overlooks; plain if the terminal has no colours. */

import { styleText } from 'node:util'
import type { AccountKind } from '#domain/accounts/account-kind.ts'

const COLORS = {
  simulated: ['black', 'bgGreen', 'bold'],
  paper: ['whiteBright', 'bgBlue', 'bold'],
  demo: ['black', 'bgYellow', 'bold'],
  production: ['whiteBright', 'bgRed', 'bold'],
} as const satisfies Readonly<Record<AccountKind, readonly string[]>>

export const kindInColor = (accounts: AccountKind): string =>
  styleText([...COLORS[accounts]], ` ${accounts.toUpperCase()} `)
