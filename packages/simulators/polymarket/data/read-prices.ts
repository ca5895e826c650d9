/** Price history from the Data host (Polymarket reference, section 5). */

import { pricePoints } from '../clob/markets/price-points.ts'
import { numeric, seconds } from '../http/wire-decimals.ts'
import { type MarketReads, stateOf } from '../world/market-reads.ts'
import { dataPage } from './page.ts'
import { type DataQuery, invalidRequest } from './query.ts'

export const listPrices = (reads: MarketReads, query: DataQuery) => {
  const token = query.text('token_id') ?? ''
  if (!/^\d+$/.test(token)) throw invalidRequest('must be a decimal token id', 'token_id')
  const window = windowOf(reads.clock(), query)
  const known = reads.catalogue.tokens.get(token)
  const empty = { limit: MOST, offset: 0, has_more: false, next_cursor: null }
  if (known === undefined) return { data: null, pagination: empty }
  const { market, outcome } = known
  const points = pricePoints(reads, known, window.from, window.to - 1, window.bucket * 1000).map(({ at, price }) => ({
    timestamp: seconds(at),
    price: numeric(price),
    resolution_seconds: window.bucket,
  }))
  const { closed, closedAt, payoutYes } = stateOf(reads, market)
  if (closed && closedAt !== null && payoutYes !== null && closedAt >= window.from && closedAt < window.to) {
    const price = numeric(outcome === 0 ? payoutYes : ONE - payoutYes)
    const lived = points.filter(({ timestamp }) => timestamp < seconds(closedAt))
    points.splice(0, points.length, ...lived, { timestamp: seconds(closedAt), price, resolution_seconds: 0 })
  }
  const shown = window.lastOnly ? points.slice(-1) : points
  if (shown.length === 0) return { data: null, pagination: empty }
  const { page, pagination } = dataPage(shown, ({ timestamp }) => String(timestamp), query, { usual: MOST, most: MOST })
  return { data: page, pagination }
}

const ONE = 1_000_000
const MOST = 10_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const LONGEST_WINDOW = 15 * DAY

/** Bucket seconds, and how far back they are kept. */
const BUCKETS = [
  [60, 7 * DAY],
  [300, 60 * DAY],
  [1_800, 90 * DAY],
  [10_800, Number.POSITIVE_INFINITY],
  [43_200, Number.POSITIVE_INFINITY],
] as const

const WHOLE_LIFE = 5 * 365 * DAY
const INTERVALS = {
  max: WHOLE_LIFE,
  all: WHOLE_LIFE,
  '1m': 30 * DAY,
  '1w': 7 * DAY,
  '1d': DAY,
  '6h': 6 * HOUR,
  '1h': HOUR,
} as const

interface Window {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** Seconds. */
  readonly bucket: number
  readonly lastOnly: boolean
}

/** Exactly one of start, interval and as_of selects the period. */
const windowOf = (now: number, query: DataQuery): Window => {
  const start = query.whole('start')
  const end = query.whole('end')
  const asOf = query.whole('as_of')
  const interval = query.choice('interval', ['max', 'all', '1m', '1w', '1d', '6h', '1h'] as const)
  const forms = [start, interval, asOf].filter((form) => form !== undefined)
  if (forms.length !== 1) throw invalidRequest('exactly one of start, interval, as_of is required', 'start')
  if (end !== undefined && start === undefined) throw invalidRequest('end requires start', 'end')
  if (asOf !== undefined) return { from: asOf * 1000 - DAY, to: asOf * 1000 + 1, bucket: 1_800, lastOnly: true }
  if (start !== undefined) {
    const [from, to] = [start * 1000, end === undefined ? now + 1 : end * 1000]
    if (to <= from) throw invalidRequest('end must be after start', 'end')
    if (to - from > LONGEST_WINDOW) throw invalidRequest('the window is longer than 15 days', 'start')
    return { from, to, bucket: bucketOf(query, now - from, to - from), lastOnly: false }
  }
  const length = lengthOf(query, interval ?? 'max')
  return { from: now - length, to: now + 1, bucket: bucketOf(query, length, length), lastOnly: false }
}

/** Only coarse points are served for the whole life of a market; finer ones reach back a month. */
const lengthOf = (query: DataQuery, interval: keyof typeof INTERVALS): number => {
  const bucket = query.whole('bucket_seconds') ?? 43_200
  return INTERVALS[interval] === WHOLE_LIFE && bucket < 10_800 ? INTERVALS['1m'] : INTERVALS[interval]
}

/** As asked for, or the finest that is kept and does not make the answer too long. */
const bucketOf = (query: DataQuery, age: number, length: number): number => {
  const requested = query.whole('bucket_seconds')
  if (requested === undefined) {
    const fitting = BUCKETS.find(([seconds, kept]) => age <= kept && length / (seconds * 1000) <= 5_000)
    return fitting?.[0] ?? 43_200
  }
  const bucket = BUCKETS.find(([seconds]) => seconds === requested)
  if (bucket === undefined) {
    throw invalidRequest(`must be one of ${BUCKETS.map(([seconds]) => seconds).join(', ')}`, 'bucket_seconds')
  }
  if (age > bucket[1]) throw invalidRequest('not kept for so long', 'bucket_seconds')
  return requested
}
