/** Sends a call of the table to the exchange, for an account where it is private. */

import { accountSigner } from '#adapters/exchanges/kalshi/signing/account-signer.ts'
import type { KnownCall } from '#adapters/exchanges/known-call.ts'
import { accountHeaders } from '#adapters/exchanges/polymarket/signing/account-headers.ts'
import { unseal } from '#adapters/exchanges/polymarket/wallet/sealed-wallet.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { type PlainAnswer, readExchange } from '../read-exchange.ts'

/** Names of subjects, such as `ticker`, with the subject that is asked about. */
export type Subjects = ReadonlyMap<string, string>

export interface Asking {
  readonly exchange: ExchangeName
  readonly urls: Readonly<Record<string, string>>
  /** Null for public calls only. */
  readonly account: ExchangeAccount | null
  readonly clock: () => number
  /** How long to listen to the public socket; 0: not at all. */
  readonly listenMs: number
  /** How long to wait before a call that was refused for its rate is sent again. */
  readonly patienceMs: number
}

/** The answer; in words why the call was not sent. */
export const askCall = async (asking: Asking, call: KnownCall, subjects: Subjects): Promise<PlainAnswer | string> => {
  if (call.isPrivate === true && asking.account === null) return NEEDS_KEY
  const missing = namesIn(call).filter((name) => !subjects.has(name))
  if (missing.length > 0) return `no ${missing.join(' and ')} was found to ask about`
  const base = asking.urls[call.host] ?? ''
  if (base === '') return `no address of ${call.host} is set`
  const fill = (text: string): string => text.replaceAll(SUBJECT, (_, name: string) => subjects.get(name) ?? '')
  const url = new URL(`${base.replace(/\/+$/, '')}${fill(call.path)}`)
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, fill(value))
  const body = call.body === undefined ? undefined : fill(call.body)
  const headers = call.isPrivate === true ? signed(asking, call, url) : {}
  if (headers === null) return NEEDS_KEY
  return patiently(asking.patienceMs, () => readExchange(url, headers, { method: call.method, body }))
}

const NEEDS_KEY = 'it needs a valid key'
const SUBJECT = /\{(\w+)\}/g

const namesIn = ({ path, query = {}, body = '' }: KnownCall): readonly string[] =>
  [path, ...Object.values(query), body].flatMap((text) => [...text.matchAll(SUBJECT)].map(([, name = '']) => name))

const signed = ({ exchange, account, clock }: Asking, { method, path }: KnownCall, url: URL) => {
  if (account === null) return null
  if (exchange === 'EXCHANGE_A') return accountSigner(clock)(account)?.(method, url.pathname) ?? null
  const trader = unseal(account.secrets)
  return trader === null
    ? null
    : accountHeaders(trader.credentials, Math.floor(clock() / 1_000), method, path, undefined)
}

/** EXCHANGE_A refuses a third of the unsigned reads by chance (Kalshi live reference, section 2.1). */
const patiently = async (waitMs: number, ask: () => Promise<PlainAnswer>, tries = TRIES): Promise<PlainAnswer> => {
  const answer = await ask()
  if (answer.status !== 429 || tries === 1) return answer
  await new Promise((done) => setTimeout(done, waitMs))
  return patiently(waitMs, ask, tries - 1)
}
/** Refused calls in a thousand. */
const TRIES = 6
