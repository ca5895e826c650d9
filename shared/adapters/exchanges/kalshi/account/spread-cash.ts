/** Sets the target balance allocation of an account: the exchange moves free cash accordingly every 10 s (Kalshi reference, section 8). */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Answered } from '../../http/json-call.ts'
import { type Client, errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'

export const spreadCash =
  (api: Client): Exchange['spreadCash'] =>
  async (account, targets, signal) => {
    const allocations = targets.map(({ shard, percent }) => ({ exchange_index: shard, percent }))
    const path = '/portfolio/target_balance_allocation'
    const call = { method: 'POST', path, body: JSON.stringify({ allocations }), cost: 10, drawsOn: 'reads' } as const
    const answer = await api.write(account, call, signal)
    // The same allocation set twice changes nothing, so a caller without an answer asks again.
    if (answer.kind !== 'answered') throw unavailable(answer.kind === 'too_fast' ? 'too many requests' : answer.reason)
    return isSuccess(answer) ? { kind: 'set' } : { kind: 'refused', reason: reasonOf(answer) }
  }

const isSuccess = ({ status }: Answered): boolean => status >= 200 && status < 300

/** Returns why the exchange refused these targets. Throws `ExchangeUnavailable` for an answer that does not refuse them. */
const reasonOf = (answer: Answered): string => {
  const { status } = answer
  const error = errorIn(answer)
  if (status >= 500 || status === 408 || status === 429) throw unavailable(`status ${status}`)
  if (refusesAll(status, error))
    throw new ExchangeRefuses('EXCHANGE_A', `The exchange refuses all calls from here (status ${status}).`)
  const said = error.words === '' ? '' : ` (${error.words})`
  return status === 403
    ? `The exchange does not spread the cash of this account${said}: it asks for a higher tier. Move cash between shards on its website.`
    : `The exchange does not take these targets${said || `: status ${status}`}.`
}

const unavailable = (reason: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_A', `The exchange does not answer: ${reason}.`)
