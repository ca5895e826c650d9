/** The price history of the CLOB: a list of times and prices (Polymarket reference, section 5). */

import * as v from 'valibot'
import type { HttpReply } from '../../../engine/http/json-server.ts'
import { ok } from '../../http/call.ts'
import { clobError, type PublicCall, type PublicHandler } from '../../http/public-call.ts'
import { numeric, seconds } from '../../http/wire-decimals.ts'
import type { MarketReads } from '../../world/market-reads.ts'
import { pricePoints } from './price-points.ts'

export const readPriceHistory: PublicHandler = (call) => {
  if (call.path === '/prices-history' && call.method === 'GET') return getHistory(call)
  if (call.path === '/batch-prices-history' && call.method === 'POST') return getHistories(call)
  return null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const INTERVALS: Readonly<Record<string, number>> = {
  '1h': HOUR,
  '6h': 6 * HOUR,
  '1d': DAY,
  '1w': 7 * DAY,
  '1m': 30 * DAY,
  all: 365 * DAY,
  max: 365 * DAY,
}

const LONGEST_WINDOW = 15 * DAY
/** A resolved market has no finer history than this. */
const RESOLVED_FIDELITY = 12 * HOUR
const MOST_MARKETS = 20

interface Window {
  readonly from: number
  readonly to: number
  readonly step: number
}

const getHistory = ({ reads, query }: PublicCall): HttpReply => {
  const token = query.get('market') ?? ''
  if (token === '') return clobError(400, 'market is required')
  const window = windowOf(reads.clock(), {
    start: numberIn(query.get('startTs')),
    end: numberIn(query.get('endTs')),
    interval: query.get('interval') ?? undefined,
    fidelity: numberIn(query.get('fidelity')),
  })
  return typeof window === 'string' ? clobError(400, window) : ok({ history: historyOf(reads, token, window) })
}

const BatchBody = v.looseObject({
  markets: v.array(v.string()),
  start_ts: v.optional(v.number()),
  end_ts: v.optional(v.number()),
  interval: v.optional(v.string()),
  fidelity: v.optional(v.number()),
})

const getHistories = ({ reads, body }: PublicCall): HttpReply => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), BatchBody), body)
  if (!parsed.success) return clobError(400, 'Invalid payload')
  const { markets, start_ts: start, end_ts: end, interval, fidelity } = parsed.output
  if (markets.length > MOST_MARKETS) return clobError(400, 'Payload exceeds the limit')
  const window = windowOf(reads.clock(), { start, end, interval, fidelity })
  if (typeof window === 'string') return clobError(400, window)
  return ok({ history: Object.fromEntries(markets.map((token) => [token, historyOf(reads, token, window)])) })
}

interface Requested {
  readonly start: number | undefined
  readonly end: number | undefined
  readonly interval: string | undefined
  readonly fidelity: number | undefined
}

/** Words where the question makes no sense. */
const windowOf = (now: number, { start, end, interval, fidelity = 1 }: Requested): Window | string => {
  const step = Math.max(1, Math.floor(fidelity)) * MINUTE
  if (interval !== undefined && start === undefined) {
    const length = Object.hasOwn(INTERVALS, interval) ? INTERVALS[interval] : undefined
    return length === undefined ? 'invalid interval' : { from: now - length, to: now, step: coarseFor(length, step) }
  }
  if (start === undefined) return 'invalid filters: startTs and endTs or interval are required'
  const window = { from: start * 1000, to: end === undefined ? now : end * 1000, step }
  return window.to - window.from > LONGEST_WINDOW ? 'invalid filters: the time range is too long' : window
}

/** A long interval is answered in coarse steps whatever fidelity was asked for. */
const coarseFor = (length: number, step: number): number => Math.max(step, length > 7 * DAY ? HOUR : step)

const historyOf = (reads: MarketReads, token: string, { from, to, step }: Window) => {
  const known = reads.catalogue.tokens.get(token)
  if (known === undefined) return []
  const isResolved = reads.marketStates.get(known.market.conditionId)?.closed === true
  if (isResolved && step < RESOLVED_FIDELITY) return []
  return pricePoints(reads, known, from, to, step).map(({ at, price }) => ({ t: seconds(at), p: numeric(price) }))
}

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
