/** Checks, for one account, each assumption of this service at an exchange. Places an order only on request. */

import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Market } from '#domain/markets/market.ts'
import type { ExchangeSecrets } from '#ports/exchanges/exchange-account.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { checkAccount } from './checks/account-checks.ts'
import { broken, type Check, NEEDS_KEY, type Report, untried } from './checks/check.ts'
import { checkHeaders } from './checks/http-checks.ts'
import { checkListAge } from './checks/list-age.ts'
import { checkOrder } from './checks/order-checks.ts'
import { checkSockets } from './checks/socket-checks.ts'
import { chooseMarket } from './market/choose-market.ts'
import { messageOf } from './message-of.ts'
import { signal } from './signal.ts'

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
  /** Receives each check as it is made. */
  readonly onCheck?: (check: Check) => void
}

/** All checks that could be made, in their order. No secret is in any of them. */
export const runRehearsal = async (rehearsal: Rehearsal): Promise<readonly Check[]> => {
  const { exchange: name, urls, credentials, clock, onCheck = () => undefined } = rehearsal
  const checks: Check[] = []
  let hidden = secretsIn(credentials)
  const report: Report = async (check, assumption, look) => {
    const found = await look().catch((error: unknown) => broken(messageOf(error)))
    const { ok, detail } = typeof found === 'string' ? { ok: true, detail: found } : found
    const noted = { check, assumption, ok, detail: struck(detail, hidden) }
    checks.push(noted)
    onCheck(noted)
    return ok === true
  }

  await checkHeaders(report, name, urls, clock)

  const known = new Map<string, Market>()
  const exchange = exchangeRegistry(ACCOUNTS, {
    clock,
    log: QUIET,
    urls: { [name]: urls } as TradedExchanges,
    storedMarket: async (svcId) => [...known.values()].find((market) => market.svcId === svcId) ?? null,
  }).exchange(name)

  const account = await checkAccount(report, {
    exchange,
    urls,
    clock,
    credentials,
    onSecrets: (secrets) => {
      hidden = [...hidden, ...secretsIn(secrets)]
    },
  })

  let chosen: Market | null = null
  await report('market', 'an open market can be read, with its grid and its least quantity', async () => {
    const onMarkets = (markets: readonly Market[]) => {
      for (const market of markets) known.set(market.nativeId, market)
    }
    chosen = await chooseMarket({ exchange, requested: rehearsal.market, onMarkets })
    return chosen.nativeId
  })
  if (chosen === null) return checks
  const market = chosen as Market

  await report('book', 'the book is live', async () => {
    const { bids, asks } = await exchange.orderBook(market.nativeId, signal(), account)
    return `${bids.length} bids, ${asks.length} asks.`
  })
  await report('state', 'the market says that it trades', async () => {
    const [state] = await exchange.marketStates([market.nativeId], signal())
    return state?.state === 'open' ? 'It is open.' : broken(`It is ${state?.state ?? 'unknown'}.`)
  })

  if (name === 'EXCHANGE_A')
    await checkListAge(report, { urls, nativeId: market.nativeId, watchMs: rehearsal.watchListsMs, everyMs: 1_000 })

  const listening = await checkSockets(report, {
    exchange: name,
    urls,
    account,
    market,
    clock,
    withinMs: rehearsal.messagesWithinMs,
  })
  if (rehearsal.place && account !== null)
    await checkOrder(report, { exchange, account, market, listening, urls, clock, readsLagMs: rehearsal.readsLagMs })
  else
    await report('order_placed', 'the smallest order is accepted', async () =>
      untried(rehearsal.place ? NEEDS_KEY : 'Run with --place to try.'),
    )
  listening?.close()
  return checks
}

/** Texts that must not appear anywhere; short ones, such as a type of signature, are no secrets. */
const secretsIn = (fields: ExchangeSecrets): readonly string[] =>
  Object.entries(fields)
    .filter(
      ([name, value]) => value.length >= 8 && name !== 'address' && name !== 'funder' && name !== 'funder_address',
    )
    .map(([, value]) => value)

const struck = (text: string, hidden: readonly string[]): string => {
  const clean = hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean
}

/** Answers of strangers can be long. */
const LONGEST = 500

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined, metric: () => undefined }
