/** EXCHANGE_A: Kalshi's Trade API v2 behind our port. */

import * as v from 'valibot'
import type { Qty } from '#domain/numbers.ts'
import { MINUTE } from '#domain/time.ts'
import type { Clock } from '#ports/clock.ts'
import {
  type BurnOutcome,
  type Exchange,
  type LookUpOutcome,
  type Sendable,
  type SubmitOutcome,
  type VenueAccount,
  type VenueFill,
  type VenueOrder,
  VenueUnavailable,
} from '#ports/exchange.ts'
import type { Http } from '../http.ts'
import type { RateBudget } from '../rate-budget.ts'
import { catalogue, type OnSkip } from './catalogue.ts'
import { type CallResult, client } from './client.ts'
import { cancelOutcome, RATE_LIMIT_PAUSE_MS, readError, submitOutcome } from './errors.ts'
import { orderIdOfIdentity } from './identity.ts'
import { burnBody, createBody, prepare } from './request-body.ts'
import { toMillis, toOrderBook, toQty, toVenueFill, toVenueOrder } from './translate.ts'
import { verify } from './verify.ts'
import { WireBook, WireCreated, WireFillPage, WireFreshness, WireOneOrder, WireOrderPage } from './wire.ts'

export interface KalshiOptions {
  /** `https://external-api.kalshi.com/trade-api/v2`, the demo's, or a simulated one's. */
  readonly baseUrl: string
  readonly clock: Clock
  readonly http: Http
  readonly budget: RateBudget
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly onSkip: OnSkip
}

const ORDERS = '/portfolio/events/orders'
/** Cancels come first, so new orders leave them room for ten (hazards: cancels, exits, entries). */
const ROOM_FOR_CANCELS = 20
/** How long a read may lag behind a write before "not there" means anything (hazards 2). */
const READS_LAG = MINUTE

export const kalshiExchange = (options: KalshiOptions): Exchange => {
  const api = client(options)
  const markets = catalogue(api, options.clock, options.onSkip)

  const create = (account: VenueAccount, order: Sendable, body: string, signal: AbortSignal): Promise<CallResult> =>
    api.write(
      account,
      { method: 'POST', path: ORDERS, body, cost: 10, shard: order.shard, keep: ROOM_FOR_CANCELS },
      signal,
    )

  const submit = async (account: VenueAccount, order: Sendable, signal: AbortSignal): Promise<SubmitOutcome> => {
    const result = await create(account, order, createBody(order), signal)
    if (result.kind === 'too_fast')
      return later('Our share of the exchange’s request rate is used up; the order waits.', result.waitMs)
    if (result.kind === 'not_sent') return later(`The exchange cannot be reached: ${result.reason}`, null)
    if (result.kind === 'no_answer') return { kind: 'unknown', error: result.reason }
    if (result.status >= 200 && result.status < 300) return accepted(result.body, order)
    return submitOutcome(result.status, readError(result.body), order)
  }

  const burn = async (account: VenueAccount, order: Sendable, signal: AbortSignal): Promise<BurnOutcome> => {
    const result = await create(account, order, burnBody(order), signal)
    if (result.kind === 'too_fast') return { kind: 'unknown', error: 'our request rate is used up' }
    if (result.kind !== 'answered') return { kind: 'unknown', error: result.reason }
    if (result.status >= 200 && result.status < 300) return { kind: 'dead' }
    const outcome = submitOutcome(result.status, readError(result.body), order)
    // Any other refusal burns nothing: the identity could still be taken by a send on its way.
    return outcome.kind === 'duplicate' ? { kind: 'arrived' } : { kind: 'unknown', error: readError(result.body).words }
  }

  const asOf = async (account: VenueAccount, signal: AbortSignal): Promise<number> => {
    const freshness = await api.read(
      account,
      { path: '/exchange/user_data_timestamp', cost: 10 },
      WireFreshness,
      signal,
    )
    if (freshness === null)
      throw new VenueUnavailable('EXCHANGE_A', 'The exchange does not say how fresh its data are.')
    return toMillis('as_of_time', freshness.as_of_time)
  }

  const orders = async (
    account: VenueAccount,
    query: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<readonly VenueOrder[]> => {
    const found: VenueOrder[] = []
    let cursor: string | undefined
    do {
      const call = { path: '/portfolio/orders', query: { ...query, limit: 1_000, cursor }, cost: 10 }
      const page = await api.read(account, call, WireOrderPage, signal)
      found.push(...(page?.orders ?? []).map(toVenueOrder))
      cursor = page?.cursor || undefined
    } while (cursor !== undefined)
    return found
  }

  const lookUp = async (account: VenueAccount, order: Sendable, signal: AbortSignal): Promise<LookUpOutcome> => {
    // Read before the orders: what it promises holds for them.
    const fresh = await asOf(account, signal)
    const since = Math.floor((order.attempt.firstSentAt - MINUTE) / 1_000)
    const found = (await orders(account, { ticker: order.nativeId, min_ts: since }, signal)).find(
      (candidate) => candidate.identity === order.attempt.identity,
    )
    if (found !== undefined) return { kind: 'found', order: found }
    return fresh >= order.attempt.lastSentAt + READS_LAG ? { kind: 'absent' } : { kind: 'not_seen' }
  }

  return {
    name: 'EXCHANGE_A',
    listMarkets: markets.list,
    marketsById: markets.byTicker,
    orderBook: async (ticker, signal) => {
      const book = await api.read(
        null,
        { path: `/markets/${encodeURIComponent(ticker)}/orderbook`, cost: 10 },
        WireBook,
        signal,
      )
      if (book === null) throw new VenueUnavailable('EXCHANGE_A', `The exchange has no book for ${ticker}.`)
      return toOrderBook(book, options.clock())
    },
    prepare,
    orderIdOf: orderIdOfIdentity,
    submit,
    lookUp,
    burn,
    cancel: async (account, order, signal) => {
      const path = `${ORDERS}/${encodeURIComponent(order.venueOrderId)}`
      // Without ticker and shard a cancel goes to shard 0 and answers 404 for any other (reference, section 6.3).
      const query = { market_ticker: order.nativeId, exchange_index: order.shard }
      const result = await api.write(account, { method: 'DELETE', path, query, cost: 2, shard: order.shard }, signal)
      if (result.kind === 'too_fast') return { kind: 'later', reason: 'our request rate is used up' }
      if (result.kind === 'not_sent') return { kind: 'later', reason: result.reason }
      if (result.kind === 'no_answer') return { kind: 'unknown', error: result.reason }
      if (result.status !== 200) return cancelOutcome(result.status, readError(result.body))
      const reading = v.safeParse(WireCancelled, result.body)
      return { kind: 'cancelled', removedQty: reading.success ? toQty('reduced_by', reading.output.reduced_by) : null }
    },
    order: async (account, id, signal) => {
      const path = `/portfolio/orders/${encodeURIComponent(id)}`
      const one = await api.read(account, { path, cost: 2 }, WireOneOrder, signal)
      return one === null ? null : toVenueOrder(one.order)
    },
    openOrders: (account, signal) => orders(account, { status: 'resting' }, signal),
    fillsSince: async (account, since, signal) => {
      // Read before the fills: everything up to it is in them (hazards 17).
      const complete = await asOf(account, signal)
      const fills: VenueFill[] = []
      let cursor: string | undefined
      do {
        const query = { min_ts: Math.floor(since / 1_000), limit: 1_000, cursor }
        const page = await api.read(account, { path: '/portfolio/fills', query, cost: 10 }, WireFillPage, signal)
        fills.push(...(page?.fills ?? []).map(toVenueFill))
        cursor = page?.cursor || undefined
      } while (cursor !== undefined)
      return { fills, asOf: complete }
    },
    verify: (given, signal) => verify(api, given, signal),
  }
}

const WireCancelled = v.object({ reduced_by: v.string() })

/** A 2xx without an order in it says nothing about whether there is one (one was seen from a retired endpoint). */
const accepted = (body: unknown, order: Sendable): SubmitOutcome => {
  const reading = v.safeParse(WireCreated, body)
  if (!reading.success) return { kind: 'unknown', error: 'the exchange answered without naming an order' }
  const { order_id: venueOrderId, fill_count, remaining_count } = reading.output
  try {
    const filledQty = toQty('fill_count', fill_count)
    const remaining: Qty = toQty('remaining_count', remaining_count)
    const actsNow = order.timeInForce === 'IOC' || order.timeInForce === 'FOK'
    const state = remaining === 0 || actsNow ? 'ended' : 'live'
    return { kind: 'accepted', order: { venueOrderId, identity: order.attempt.identity, state, filledQty } }
  } catch (error) {
    return { kind: 'unknown', error: String(error) }
  }
}

const later = (reason: string, retryAfterMs: number | null): SubmitOutcome => ({
  kind: 'later',
  reason,
  retryAfterMs: retryAfterMs === null ? null : Math.max(retryAfterMs, RATE_LIMIT_PAUSE_MS),
})
