/** Headers of an exchange: its time, and the age of its lists. */

import * as v from 'valibot'
import { answerAge } from '#adapters/exchanges/http/answer-age.ts'
import { accountSigner } from '#adapters/exchanges/kalshi/signing/account-signer.ts'
import { TIERS } from '#adapters/exchanges/polymarket/http/known-tiers.ts'
import { accountHeaders } from '#adapters/exchanges/polymarket/signing/account-headers.ts'
import { unseal } from '#adapters/exchanges/polymarket/wallet/sealed-wallet.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { jsonOf, type PlainAnswer, readExchange } from '../read-exchange.ts'
import { broken, type Report } from './check.ts'

/** Signatures of EXCHANGE_A are refused when the clock is off by more (Kalshi reference, section 2). */
const CLOCK_OFF_MS = 2_000
/** A `Date` has whole seconds. */
const DATE_STEP_MS = 1_000
/** Longest age of lists of EXCHANGE_A (Kalshi live reference, section 2). */
export const OLDEST_LIST_MS = 15_000

/**
 * A public call of an exchange, and its list of markets. For other exchanges neither clock nor age of lists is checked.
 */
const PATHS: Partial<Record<ExchangeName, { readonly host: string; readonly live: string; readonly list: string }>> = {
  EXCHANGE_A: { host: 'api', live: '/exchange/status', list: '/markets?limit=1&status=open' },
  EXCHANGE_B: { host: 'clob', live: '/time', list: '/sampling-markets' },
}

export const checkHeaders = async (
  report: Report,
  exchange: ExchangeName,
  urls: Readonly<Record<string, string>>,
  clock: () => number,
): Promise<void> => {
  const paths = PATHS[exchange]
  if (paths === undefined) return
  const { host, live, list } = paths
  /** An answer of a proxy has neither the exchange's time nor the age of its lists. */
  const ask = async (path: string): Promise<PlainAnswer> => {
    const answer = await readUnrefused(`${urls[host]}${path}`)
    if (answer.status !== 200) throw new Error(`${urls[host]}${path} answered ${answer.status}.`)
    return answer
  }

  await report('clock', 'the clock of this machine is within two seconds of the exchange', async () => {
    const before = clock()
    const answer = await ask(live)
    const there = Date.parse(answer.headers.get('date') ?? '')
    if (Number.isNaN(there)) return broken('The exchange does not say what time it is.')
    // The exchange wrote the date between the two moments, cut to a second.
    const off = Math.max(0, before - (there + DATE_STEP_MS), there - clock())
    const words = `off by ${off} ms at most beyond what the header can tell`
    return off <= CLOCK_OFF_MS ? words : broken(`${words}; set the clock of this machine`)
  })

  await report('list_age', 'lists say how old they may be, and are no older than 15 s', async () => {
    const answer = await ask(list)
    const header = (name: string) => answer.headers.get(name) ?? undefined
    const age = answerAge(header)
    const said = ['cache-control', 'age', 'x-cache', 'x-kalshi-cache-hits'].flatMap((name) => {
      const value = header(name)
      return value === undefined ? [] : [`${name}: ${value}`]
    })
    const words = `up to ${age / 1_000} s old (${said.join(', ') || 'no header of a cache'})`
    return age <= OLDEST_LIST_MS ? words : broken(words)
  })
}

/** EXCHANGE_A refuses a third of the unsigned reads by chance (Kalshi live reference, section 2.1): asked again, as the adapter does. */
const readUnrefused = async (url: string, tries = 6): Promise<PlainAnswer> => {
  const answer = await readExchange(url)
  if (answer.status !== 429 || tries === 1) return answer
  await new Promise((done) => setTimeout(done, 250))
  return readUnrefused(url, tries - 1)
}

/** EXCHANGE_A: the API reports the tier of an account (Kalshi reference, section 4). */
export const checkLimits = (
  tell: Report,
  urls: Readonly<Record<string, string>>,
  account: ExchangeAccount,
  clock: () => number,
): Promise<boolean> =>
  tell('limits', 'the tier allows 200 tokens of reads and 100 of writes a second, as the Basic tier does', async () => {
    const url = new URL(`${urls['api']}/account/limits`)
    const headers = accountSigner(clock)(account)?.('GET', url.pathname) ?? {}
    const answer = await readExchange(url, headers)
    if (answer.status !== 200) return broken(`${url} answered ${answer.status}.`)
    const { usage_tier: tier, read, write } = v.parse(Limits, jsonOf(answer))
    const words = `tier ${tier}: ${read.refill_rate} reads and ${write.refill_rate} writes a second`
    return read.refill_rate >= 200 && write.refill_rate >= 100 ? words : broken(words)
  })

/** EXCHANGE_B: this service knows the tiers by name (Polymarket reference, sections 4.4 and 8.3). */
export const checkTier = (
  tell: Report,
  urls: Readonly<Record<string, string>>,
  account: ExchangeAccount,
  clock: () => number,
): Promise<boolean> =>
  tell(
    'limits',
    'the tier is one whose rates this service knows; it sends 40 orders a second in any other',
    async () => {
      const path = '/v1/user/rate-limit-tier'
      const trader = unseal(account.secrets)
      if (trader === null) return broken('The credentials cannot be read.')
      const headers = accountHeaders(trader.credentials, Math.floor(clock() / 1_000), 'GET', path, undefined)
      const { status, text } = await readExchange(`${urls['clob']}${path}`, headers)
      if (status !== 200) return broken(`${urls['clob']}${path} answered ${status}.`)
      const known = Object.entries(TIERS).find(([name]) => text.toLowerCase().includes(`"${name}"`))
      if (known === undefined) return broken(`Its answer names none of ${Object.keys(TIERS).join(', ')}: ${text}`)
      const [tier, { orders, cancels }] = known
      return `tier ${tier}: ${orders.perSecond} orders and ${cancels.perSecond} cancels a second`
    },
  )

const Lane = v.object({ refill_rate: v.number() })
const Limits = v.object({ usage_tier: v.string(), read: Lane, write: Lane })
