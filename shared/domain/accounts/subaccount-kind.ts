/**
 * The kind of a subaccount: paper or not. The id of a paper subaccount is a UUID of version 8 (RFC 9562, section 5.8), and ids of other
 * subaccounts have other versions. So each order, fill and position shows its kind by its subaccount, and no change can mix two kinds.
 */

import { type Problem, problem } from '../kernel/problem.ts'
import type { AccountKind } from './account-kind.ts'

/** Place of the version in the text of a UUID. */
const VERSION_AT = 14
const PAPER_VERSION = '8'

/** The id of a new subaccount, made from a fresh UUID. The same UUID gives the same id. */
export const subaccountIdFrom = (id: string, accounts: AccountKind): string =>
  accounts === 'paper' ? `${id.slice(0, VERSION_AT)}${PAPER_VERSION}${id.slice(VERSION_AT + 1)}` : id

/** True if the subaccount trades play money on real markets. */
export const isPaper = (subaccountId: string): boolean => subaccountId[VERSION_AT] === PAPER_VERSION

/** True if a service with these accounts trades for the subaccount. Other subaccounts can be read, and nothing else. */
export const isServed = (accounts: AccountKind, subaccountId: string): boolean =>
  isPaper(subaccountId) === (accounts === 'paper')

/** The 409 for a write to a subaccount that a service with these accounts does not trade for. */
export const refusalOfOther = (accounts: AccountKind): Problem =>
  problem(
    409,
    'account_kind',
    accounts === 'paper'
      ? 'The subaccount has real accounts, and this service trades with paper accounts. It can only be read here. Create a subaccount to trade on paper.'
      : `The subaccount is a paper account, and this service trades with ${accounts} accounts. It can only be read here. Create a subaccount to trade.`,
  )

/** The 409 for credentials of another kind than a service with these accounts takes; null if it takes them. */
export const refusalOfCredentials = (accounts: AccountKind, isForPaper: boolean): Problem | null => {
  if (isForPaper === (accounts === 'paper')) return null
  return problem(
    409,
    'account_kind',
    isForPaper
      ? `This service trades with ${accounts} accounts, and takes no paper credentials. Send a key of the exchange, or use a service with paper accounts.`
      : 'This service trades with paper accounts, and takes no key of an exchange. Nothing was stored or sent. Send {"paper": {"cash": 10000}}, or use a service with demo or production accounts.',
  )
}

/** The 409 for a reset of a subaccount without play money of its own. */
export const NOT_PAPER: Problem = problem(
  409,
  'not_paper',
  'The subaccount is no paper account. Only paper accounts begin again.',
)
