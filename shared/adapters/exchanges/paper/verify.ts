/** Checks the credentials of a paper account: its name and the cash that it begins with. Asks nobody. */

import type { ExchangeTraits } from '#domain/exchanges/traits.ts'
import { fromDecimal, money, ONE, toDecimal } from '#domain/kernel/numbers.ts'
import type { ExchangeSecrets, Verification } from '#ports/exchanges/exchange-account.ts'

/** Fields of the credentials. The name is the id of the subaccount, so that credentials that are stored again open the same account. */
export const NAME = 'paper_account'
export const CASH = 'paper_cash'

/** Bounds of the cash, in 1e-6 dollars: one dollar to one hundred million. */
export const LEAST_CASH = ONE
export const MOST_CASH = 100_000_000 * ONE

export const verifyPaper = (
  given: ExchangeSecrets,
  { paysByItself }: Pick<ExchangeTraits, 'paysByItself'>,
): Verification => {
  const cash = fromDecimal(given[CASH] ?? '')
  if (cash === null || cash < LEAST_CASH || cash > MOST_CASH) return invalid('paper', CASH_REASON)
  const name = given[NAME] ?? ''
  if (!/^[0-9A-Za-z-]{1,64}$/.test(name)) return invalid('paper', 'the paper account has no name')
  return {
    kind: 'valid',
    exchangeAccount: `paper:${name}`,
    publicPart: `paper:${name}`,
    paperCash: money(cash),
    secrets: { [NAME]: name, [CASH]: toDecimal(cash) },
    // A decided position is redeemed by this service, as with a wallet that has a key of the relayer.
    ...(paysByItself ? {} : { wallet: { relays: true, autoRedeem: true } }),
  }
}

const CASH_REASON = `the cash of a paper account is between ${toDecimal(LEAST_CASH)} and ${toDecimal(MOST_CASH)} dollars, with at most six decimals`

const invalid = (field: string, reason: string): Verification => ({ kind: 'invalid', field, reason })
