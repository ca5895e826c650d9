/** Exchanges that refuse all calls: one row for each kind of call while it is refused. */

import { type ExchangeRefusal, REFUSED_CALLS } from '#domain/exchanges/exchange-refusal.ts'
import type { ExchangeRefusalStore } from '#ports/exchanges/exchange-refusal-store.ts'
import { exchangeValue, oneOf, text, whole } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { EXCHANGE_REFUSALS, exchangeRefusalKey, type Key } from '../engine/keys.ts'
import { ifThere, type Row, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'

/** Writes are conditional on the version. */
export const exchangeRefusalStore = (table: Table): ExchangeRefusalStore => ({
  get: async (exchange, calls) =>
    ifThere(await table.get(exchangeRefusalKey(exchange, calls)), (row) => readRow(row, REFUSAL.read)),

  all: async () => {
    const rows = await table.query({ partition: EXCHANGE_REFUSALS })
    return table.readable(rows, (row) => readRow(row, REFUSAL.read))
  },

  save: async (refusal) => {
    const stored = { ...refusal, version: refusal.version + 1 }
    return (await putIf(table, toRow(stored), byVersion(refusal.version))) ? stored : null
  },

  remove: async ({ exchange, calls, version }) => {
    await table.write([{ remove: exchangeRefusalKey(exchange, calls), expect: { same: { v: version } } }])
  },
})

const toRow = (refusal: ExchangeRefusal): Row & Key => ({
  ...REFUSAL.write(refusal),
  ...exchangeRefusalKey(refusal.exchange, refusal.calls),
})

const REFUSAL = rowOf<ExchangeRefusal>({
  exchange: ['x', exchangeValue],
  calls: ['c', oneOf(REFUSED_CALLS)],
  since: ['from', whole],
  refusedAt: ['at', whole],
  reason: ['why', text],
  probes: ['n', whole],
  probeAt: ['next', whole],
  version: ['v', whole],
})
