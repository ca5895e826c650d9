/** Names the markets of records that have no label of their own: trades made elsewhere, and what earlier versions stored. */

import { labelOf } from '#domain/markets/market-label.ts'
import type { RememberedMarkets } from '#use-cases/markets/remembered-markets.ts'

interface Labelled {
  readonly svc_id: number | null
  readonly market_title: string | null
  readonly exchange_ticker: string | null
}

interface LabelDeps {
  readonly marketBriefs: RememberedMarkets
}

/** Adds the current label of the catalogue to records without a title. Only these records cost a read of the catalogue. */
export const labelRecords = async <Record extends Labelled>(
  { marketBriefs }: LabelDeps,
  records: readonly Record[],
): Promise<readonly Record[]> => {
  const missing = records.flatMap(({ svc_id, market_title }) =>
    svc_id === null || market_title !== null ? [] : [svc_id],
  )
  if (missing.length === 0) return records
  const markets = await marketBriefs([...new Set(missing)])
  return records.map((record) => {
    const market = record.market_title === null && record.svc_id !== null ? markets.get(record.svc_id) : undefined
    if (market === undefined) return record
    const { title, ticker } = labelOf(market)
    return { ...record, market_title: title, exchange_ticker: ticker }
  })
}

/** The same for one record. */
export const labelRecord = async <Record extends Labelled>(deps: LabelDeps, record: Record): Promise<Record> =>
  (await labelRecords(deps, [record]))[0] ?? record
