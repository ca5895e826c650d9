/** Row of a market. Fields of queries are attributes, the others one JSON text, so that a catalogue is read quickly. */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { CATEGORIES, MARKET_STATUSES, type Market } from '#domain/markets/market.ts'
import {
  exchangeValue,
  jsonOf,
  list,
  moneyValue,
  oneOf,
  orNull,
  priceValue,
  qtyValue,
  text,
  whole,
  yesNo,
} from '../engine/codecs.ts'
import { type Key, marketKey, marketListPartition } from '../engine/keys.ts'
import { mapOf, type Row, readRow, rowBeside, within } from '../engine/rows.ts'

/** Row of a market that is named by a stored object, or that an earlier version stored without a name. */
export const marketToRow = (market: Market, isNamed: boolean): Row & Key => ({
  ...MARKET.write(market),
  ...(isNamed ? { nm: 1 } : {}),
  ...marketKey(market.svcId),
  lp: marketListPartition(market.exchange, market.status, market.svcId),
  ls: String(market.svcId),
  doc: describe(market),
})

/** True if the row says that its market is named by a stored object. Earlier versions stored every market without this mark. */
export const isNamedRow = (row: Row): boolean => row['nm'] === 1

/** Seldom changed fields of a market, as text in a fixed order: equal texts are equal markets. */
export const describe = (market: Market): string => JSON.stringify(CONTENT.write(market))

/** Reads the market of a row. */
export const rowToMarket = (row: Row): Market =>
  readRow(row, () => {
    const market = MARKET.read(row)
    const { feeTerms, ...content } = within('doc', () => DOCUMENT.read(row['doc']))
    return {
      ...content,
      ...market,
      svcId: whole.read(Number(row['sk'])),
      feeTerms: feeTerms ?? traitsOf(market.exchange).fees.standardTerms,
    }
  })

const MARKET = rowBeside(['nm', 'doc'], {
  nativeId: ['mn', text],
  exchange: ['x', exchangeValue],
  status: ['st', oneOf(MARKET_STATUSES)],
  volume24h: ['vol', moneyValue],
  // Absent in rows of earlier versions.
  figures: [
    'fig',
    orNull(
      mapOf({
        volume: ['v', orNull(moneyValue)],
        openInterest: ['oi', orNull(qtyValue)],
        lastPrice: ['p', orNull(priceValue)],
        asOf: ['at', whole],
      }),
    ),
  ],
})

const CONTENT = mapOf({
  ticker: ['ticker', orNull(text)],
  tokenIdYes: ['tokenIdYes', orNull(text)],
  tokenIdNo: ['tokenIdNo', orNull(text)],
  slug: ['slug', orNull(text)],
  conditionId: ['conditionId', orNull(text)],
  negRisk: ['negRisk', yesNo],
  negRiskId: ['negRiskId', orNull(text)],
  name: ['name', text],
  subtitle: ['subtitle', orNull(text)],
  description: ['description', text],
  event: [
    'event',
    orNull(mapOf({ nativeId: ['nativeId', text], title: ['title', text], imageUrl: ['imageUrl', orNull(text)] })),
  ],
  seriesTicker: ['seriesTicker', orNull(text)],
  imageUrl: ['imageUrl', orNull(text)],
  expiresAt: ['expiresAt', orNull(whole)],
  // Absent in rows of earlier versions.
  opensAt: ['opensAt', orNull(whole)],
  startsAt: ['startsAt', orNull(whole)],
  category: ['category', oneOf(CATEGORIES)],
  tags: ['tags', list(text)],
  tickSizePrice: ['tickSizePrice', priceValue],
  priceRanges: [
    'priceRanges',
    list(mapOf({ start: ['start', priceValue], end: ['end', priceValue], step: ['step', priceValue] })),
  ],
  tickSizeQty: ['tickSizeQty', qtyValue],
  minimumOrderSize: ['minimumOrderSize', qtyValue],
  // Absent in rows from before fees were stored.
  feeTerms: ['feeTerms', orNull(mapOf({ rate: ['rate', whole], exponent: ['exponent', whole] }))],
  makerFeeRate: ['makerFeeRate', orNull(whole)],
  shard: ['shard', whole],
})

const DOCUMENT = jsonOf(CONTENT)
