/** The account: its key, whether it can trade, its reads and its limits. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount, ExchangeSecrets } from '#ports/exchanges/exchange-account.ts'
import { signal } from '../signal.ts'
import { broken, type Report } from './check.ts'
import { checkLimits, checkTier } from './http-checks.ts'

export interface AccountPlace {
  readonly exchange: Exchange
  readonly urls: Readonly<Record<string, string>>
  readonly clock: () => number
  readonly credentials: ExchangeSecrets
  /** Receives the secrets that the exchange has derived, before any output could contain them. */
  readonly onSecrets: (secrets: ExchangeSecrets) => void
}

/** The account, if its key is valid; else null. */
export const checkAccount = async (report: Report, place: AccountPlace): Promise<ExchangeAccount | null> => {
  const { exchange, urls, clock, credentials, onSecrets } = place
  let secrets: ExchangeSecrets | null = null
  await report('signature', 'the exchange accepts the key and its signature', async () => {
    const verified = await exchange.verify(credentials, signal())
    if (verified.kind === 'invalid') return broken(`${verified.field}: ${verified.reason}`)
    secrets = verified.secrets
    onSecrets(secrets)
    return 'The key is valid.'
  })
  if (secrets === null) return null
  const account: ExchangeAccount = { accountKey: 'rehearsal', secrets }

  for (const { check, ok, detail } of await exchange
    .readiness(account, signal())
    .catch((error: unknown) => [{ check: 'readiness', ok: false, detail: String(error) }]))
    await report(check, 'the account can trade', async () => ({
      ok: OPTIONAL.has(check) && ok === false ? null : ok,
      detail,
    }))

  await report('account_reads', 'open orders, fills and positions can be read', async () => {
    const [orders, { fills }, { positions, unread = [] }] = await Promise.all([
      exchange.openOrders(account, signal()),
      exchange.fillsSince(account, clock() - 3_600_000, signal()),
      exchange.positions(account, signal()),
    ])
    const [odd] = unread
    if (odd !== undefined) return broken(`the position in ${odd.nativeId ?? 'a market without a name'}: ${odd.reason}`)
    return `${orders.length} open orders, ${fills.length} fills of the last hour, ${positions.length} positions.`
  })

  if (exchange.name === 'EXCHANGE_A') await checkLimits(report, urls, account, clock)
  if (exchange.name === 'EXCHANGE_B') await checkTier(report, urls, account, clock)
  return account
}

/** Optional parts of an account. */
const OPTIONAL: ReadonlySet<string> = new Set(['relayer_key'])
