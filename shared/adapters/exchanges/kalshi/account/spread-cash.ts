/** Sets the target balance allocation of an account: the exchange moves free cash there every 10 s (Kalshi reference, section 8). */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { type Client, errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'

export const spreadCash =
  (api: Client): Exchange['spreadCash'] =>
  async (account, targets, signal) => {
    const allocations = targets.map(({ shard, percent }) => ({ exchange_index: shard, percent }))
    const path = '/portfolio/target_balance_allocation'
    const call = { method: 'POST', path, body: JSON.stringify({ allocations }), cost: 10, drawsOn: 'reads' } as const
    const answer = await api.write(account, call, signal)
    // Setting the same again changes nothing, so a caller without an answer asks again.
    if (answer.kind !== 'answered') throw unavailable(answer.kind === 'too_fast' ? 'too many requests' : answer.reason)
    if (answer.status >= 200 && answer.status < 300) return { kind: 'set' }
    const error = errorIn(answer)
    if (answer.status >= 500 || answer.status === 408 || answer.status === 429)
      throw unavailable(`status ${answer.status}`)
    if (refusesAll(answer.status, error))
      throw new ExchangeRefuses('EXCHANGE_A', `The exchange refuses all calls from here (status ${answer.status}).`)
    const said = error.words === '' ? '' : ` (${error.words})`
    const reason =
      answer.status === 403
        ? `The exchange does not spread the cash of this account${said}: it asks for a higher tier. Move cash between shards on its website.`
        : `The exchange does not take these targets${said || `: status ${answer.status}`}.`
    return { kind: 'refused', reason }
  }

const unavailable = (reason: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_A', `The exchange does not answer: ${reason}.`)
