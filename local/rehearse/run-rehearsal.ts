/** Asks an exchange, for one account, whether each assumption of this service holds. Nothing is placed unless that is asked for. */

import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { TRADING } from '#adapters/exchanges/trading.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount, ExchangeSecrets } from '#ports/exchanges/exchange-account.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { broken, type Check, type Tell, untried } from './check.ts'
import { checkHeaders, checkLimits, checkTier } from './http-checks.ts'
import { checkListAge } from './list-age.ts'
import { checkOrder } from './order-checks.ts'
import { checkSockets } from './socket-checks.ts'

export interface Rehearsal {
  readonly exchange: ExchangeName
  readonly urls: Readonly<Record<string, string>>
  /** Fields of the body of PUT credentials. */
  readonly credentials: ExchangeSecrets
  /** Native id; null for the first open market with a book. */
  readonly market: string | null
  readonly place: boolean
  readonly clock: () => number
  /** For how long the prices of a list are compared with the live book; 0: not at all. */
  readonly watchListsMs: number
  /** How long a read may lag behind a write. */
  readonly readsLagMs: number
  /** How long a message of a socket may take. */
  readonly messagesWithinMs: number
  /** Is told each check as it is made. */
  readonly onCheck?: (check: Check) => void
}

/** All checks that could be made, in their order. No secret is in any of them. */
export const runRehearsal = async (rehearsal: Rehearsal): Promise<readonly Check[]> => {
  const { exchange: name, urls, credentials, clock, onCheck = () => undefined } = rehearsal
  const checks: Check[] = []
  let hidden = secretsIn(credentials)
  const tell: Tell = async (check, assumption, look) => {
    const found = await look().catch((error: unknown) => broken(error instanceof Error ? error.message : String(error)))
    const { ok, detail } = typeof found === 'string' ? { ok: true, detail: found } : found
    const noted = { check, assumption, ok, detail: struck(detail, hidden) }
    checks.push(noted)
    onCheck(noted)
    return ok === true
  }

  await checkHeaders(tell, name, urls, clock)

  const known = new Map<string, Market>()
  const exchange = exchangeRegistry(TRADING, {
    clock,
    log: QUIET,
    urls: { [name]: urls } as TradedExchanges,
    storedMarket: async (svcId) => [...known.values()].find((market) => market.svcId === svcId) ?? null,
  }).exchange(name)

  let secrets: ExchangeSecrets | null = null
  await tell('signature', 'the exchange accepts the key and its signature', async () => {
    const verified = await exchange.verify(credentials, signal())
    if (verified.kind === 'invalid') return broken(`${verified.field}: ${verified.reason}`)
    secrets = verified.secrets
    return 'The key is valid.'
  })
  const sealed: ExchangeSecrets | null = secrets
  if (sealed === null) return checks
  hidden = [...hidden, ...secretsIn(sealed)]
  const account: ExchangeAccount = { accountKey: 'rehearsal', secrets: sealed }

  for (const { check, ok, detail } of await exchange
    .readiness(account, signal())
    .catch((error: unknown) => [{ check: 'readiness', ok: false, detail: String(error) }]))
    await tell(check, 'the account can trade', async () => ({
      ok: OPTIONAL.has(check) && ok === false ? null : ok,
      detail,
    }))

  await tell('account_reads', 'open orders, fills and positions can be read', async () => {
    const [orders, { fills }, positions] = await Promise.all([
      exchange.openOrders(account, signal()),
      exchange.fillsSince(account, clock() - 3_600_000, signal()),
      exchange.positions(account, signal()),
    ])
    return `${orders.length} open orders, ${fills.length} fills of the last hour, ${positions.length} positions.`
  })

  if (name === 'EXCHANGE_A') await checkLimits(tell, urls, account, clock)
  if (name === 'EXCHANGE_B') await checkTier(tell, urls, account, clock)

  let chosen: Market | null = null
  await tell('market', 'an open market can be read, with its grid and its least quantity', async () => {
    const markets = await marketsOf(exchange, rehearsal.market)
    // On EXCHANGE_B a book is that of a token, which the market names.
    for (const market of markets) known.set(market.nativeId, market)
    chosen = rehearsal.market === null ? await withBook(exchange, markets) : (markets[0] ?? null)
    if (chosen !== null) return chosen.nativeId
    return broken(
      rehearsal.market === null
        ? `None of the first ${markets.length} open markets has a book with bids and asks. Name one with --market.`
        : 'The exchange knows no such market.',
    )
  })
  if (chosen === null) return checks
  const market = chosen as Market

  await tell('book', 'the book is live', async () => {
    const { bids, asks } = await exchange.orderBook(market.nativeId, signal(), account)
    return `${bids.length} bids, ${asks.length} asks.`
  })
  await tell('state', 'the market says that it trades', async () => {
    const [state] = await exchange.marketStates([market.nativeId], signal())
    return state?.state === 'open' ? 'It is open.' : broken(`It is ${state?.state ?? 'unknown'}.`)
  })

  if (name === 'EXCHANGE_A')
    await checkListAge(tell, { urls, nativeId: market.nativeId, watchMs: rehearsal.watchListsMs, everyMs: 1_000 })

  const listening = await checkSockets(tell, {
    exchange: name,
    urls,
    account,
    market,
    clock,
    withinMs: rehearsal.messagesWithinMs,
  })
  if (rehearsal.place)
    await checkOrder(tell, { exchange, account, market, listening, urls, clock, readsLagMs: rehearsal.readsLagMs })
  else await tell('order_placed', 'the smallest order is accepted', async () => untried('Run with --place to try.'))
  listening?.close()
  return checks
}

/** What an account can do without. */
const OPTIONAL: ReadonlySet<string> = new Set(['relayer_key'])

/** Markets whose books are looked at, until one has both sides. */
const LOOKED_AT = 20

/** The market that is wanted; without one, the first open ones that the exchange lists. */
const marketsOf = async (exchange: Exchange, wanted: string | null): Promise<readonly Market[]> => {
  if (wanted !== null) return exchange.marketsById([wanted], signal())
  const { markets } = await exchange.listMarkets(null, signal())
  return markets.filter(({ status }) => status === 'active').slice(0, LOOKED_AT)
}

/** The first market whose book has both sides. */
const withBook = async (exchange: Exchange, markets: readonly Market[]): Promise<Market | null> => {
  for (const market of markets) {
    const book = await exchange.orderBook(market.nativeId, signal()).catch(() => null)
    if (book !== null && book.bids.length > 0 && book.asks.length > 0) return market
  }
  return null
}

/** Texts that must not appear anywhere; short ones, such as a type of signature, are no secrets. */
const secretsIn = (fields: ExchangeSecrets): readonly string[] =>
  Object.entries(fields)
    .filter(
      ([name, value]) => value.length >= 8 && name !== 'address' && name !== 'funder' && name !== 'funder_address',
    )
    .map(([, value]) => value)

const struck = (text: string, hidden: readonly string[]): string =>
  hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), text).slice(0, 500)

const signal = (): AbortSignal => AbortSignal.timeout(20_000)

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined, metric: () => undefined }
