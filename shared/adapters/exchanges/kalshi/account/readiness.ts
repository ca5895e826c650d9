/**
 * Checks whether an account can trade: the scopes of its key, and the cash on each shard (Kalshi reference, sections 2
 * and 7).
 */

import * as v from 'valibot'
import type { Finding } from '#domain/accounts/readiness.ts'
import { type Money, toDecimal } from '#domain/kernel/numbers.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { KeyRefused } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { type Client, errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'
import { WireApiKeys } from '../http/wire.ts'
import { portfolioReads } from './portfolio-reads.ts'

export const readiness =
  (client: Client, clock: Clock): Exchange['readiness'] =>
  async (account, signal) => {
    const rights = await rightsOf(client, account, signal)
    // Not from a copy: money may have been moved just now, to make the account ready.
    const balances = await portfolioReads(client, clock).balances(account, signal).catch(noneIfRefused)
    return [
      rights,
      ...balances.map(({ shard, amount }) => ({
        check: balances.length === 1 ? 'balance' : `balance_shard_${shard}`,
        ok: amount > 0,
        detail: shard === null ? detailOfAll(amount) : detailOf(shard, amount),
      })),
    ]
  }

/** A refused key shows no balances: those last found stay, beside the finding on its rights. */
const noneIfRefused = (error: unknown): Awaited<ReturnType<Exchange['balances']>> => {
  if (error instanceof KeyRefused) return []
  throw error
}

const detailOf = (shard: number, amount: Money): string =>
  amount > 0
    ? `Shard ${shard} holds $${toDecimal(amount)}.`
    : `Shard ${shard} holds no money: orders in its markets need some. Move money there on the website of the exchange, or PUT …/allocation, for accounts above its lowest tier.`

const detailOfAll = (amount: Money): string =>
  amount > 0
    ? `The account holds $${toDecimal(amount)}. The exchange does not show this key the shards.`
    : 'The account holds no money.'

const KEY_REFUSED = 'The exchange does not accept the key any more: store the credentials again.'
const CLOCK_REFUSED = 'The exchange refuses the clock of the service: set it by NTP.'

const rightsOf = async (client: Client, account: ExchangeAccount, signal: AbortSignal): Promise<Finding> => {
  const answer = await client.ask(account, { path: '/api_keys', cost: 10 }, signal)
  const check = 'rights'
  if (answer.kind === 'answered' && answer.status === 401 && !refusesAll(answer.status, errorIn(answer))) {
    const isClock = errorIn(answer).code === 'header_timestamp_expired'
    return { check, ok: false, detail: isClock ? CLOCK_REFUSED : KEY_REFUSED }
  }
  const list = answer.kind === 'answered' && answer.status === 200 ? v.safeParse(WireApiKeys, answer.body) : null
  const own = list?.success
    ? list.output.api_keys.find(({ api_key_id }) => api_key_id === account.secrets['api_key_id'])
    : undefined
  const scopes = own?.scopes
  if (!scopes) return { check, ok: null, detail: 'The exchange does not report what this key may do.' }
  const isEnough = scopes.includes('read') && (scopes.includes('write') || scopes.includes('write::trade'))
  return isEnough
    ? { check, ok: true, detail: 'The key may read and trade.' }
    : {
        check,
        ok: false,
        detail: `The key may do too little (${scopes.join(', ')}): give it the scopes read and write::trade at the exchange.`,
      }
}
