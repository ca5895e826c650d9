/** What resolved markets pay, from the Data host (Polymarket reference, section 6.2). */

import * as v from 'valibot'
import { chunked } from '#domain/kernel/chunked.ts'
import { ONE, price } from '#domain/kernel/numbers.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { knownText } from '../../known-values.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Client } from '../http/client.ts'
import { conditionIdOf } from './condition-id.ts'

export const payouts =
  (api: Client, onSkip: OnSkip): Exchange['payouts'] =>
  async (conditionIds, signal) => {
    const answers = await Promise.all(
      chunked(conditionIds, NAMES_AT_ONCE).map((names) => {
        const query = { condition: names.join(',') }
        const call = { host: 'data', area: 'price_history', path: '/v2/resolutions', query } as const
        return api.read(null, call, WireResolutions, signal)
      }),
    )
    const rows = answers.flatMap(({ data }) => data ?? [])
    return readEach(rows, WireResolution, nameOf, onSkip, toPayout)
  }

/** The most the host takes. */
const NAMES_AT_ONCE = 20

const resolutionStatus = knownText('EXCHANGE_B', 'resolution status', [
  'initialized',
  'posed',
  'proposed',
  'challenged',
  'reproposed',
  'disputed',
  'active',
  'arbitration',
  'resolved',
  'settled',
])

/** Micro units per share by outcome, the first of which is YES; there are none until the market is resolved. */
export const WireResolution = v.object({
  condition_id: v.pipe(v.string(), v.minLength(1)),
  status: v.nullish(resolutionStatus),
  payouts: v.nullish(v.array(v.union([v.number(), v.pipe(v.string(), v.transform(Number))]))),
})

/** A miss may be null. Rows stay unread here, so that one bad row is skipped instead of costing the others their payout. */
export const WireResolutions = v.object({ data: v.nullable(v.array(v.unknown())) })

const nameOf = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'condition_id' in row ? String(row.condition_id).slice(0, 100) : 'unknown'

/** Only `resolved` and `settled` are beyond dispute. Two outcomes share a dollar; anything else is no payout we know. */
const toPayout = ({ condition_id: id, status, payouts: paid }: v.InferOutput<typeof WireResolution>) => {
  const [yes, no] = paid ?? []
  if (!OVER.has(status ?? '') || paid?.length !== 2 || yes === undefined || no === undefined) return []
  if (!Number.isInteger(yes) || yes < 0 || yes + no !== ONE) return []
  return [{ nativeId: conditionIdOf(id), yesPays: price(yes), isFinal: true }]
}

const OVER: ReadonlySet<string> = new Set(['resolved', 'settled'])
