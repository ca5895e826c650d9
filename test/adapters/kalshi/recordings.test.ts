/**
 * Real answers of EXCHANGE_A, recorded in June 2026, read by the adapter. The folder named by EXCHANGE_RECORDINGS holds the recordings;
 * without it there is nothing to read.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  toBalances,
  toPositionReport,
  WireBalances,
  WirePosition,
  WirePositionPage,
} from '#adapters/exchanges/kalshi/account/portfolio-reads.ts'
import { toFillReport, toOrderReport } from '#adapters/exchanges/kalshi/account/to-reports.ts'
import { cancelOutcome, readError, submitOutcome } from '#adapters/exchanges/kalshi/http/errors.ts'
import {
  WireBook,
  WireCancelled,
  WireCreated,
  WireExchangeStatus,
  WireFill,
  WireFillPage,
  WireListed,
  WireMarket,
  WireMarketPage,
  WireOneOrder,
  WireOrder,
  WireOrderPage,
} from '#adapters/exchanges/kalshi/http/wire.ts'
import { confirmedPrices } from '#adapters/exchanges/kalshi/markets/confirmed-prices.ts'
import { stateOf } from '#adapters/exchanges/kalshi/markets/listed-markets.ts'
import { toMarket } from '#adapters/exchanges/kalshi/markets/to-market.ts'
import { toOrderBook } from '#adapters/exchanges/kalshi/markets/to-order-book.ts'
import { toQuote } from '#adapters/exchanges/kalshi/markets/to-quote.ts'
import { someOrder, toSend } from './desk.ts'

const FOLDER = join(process.env['EXCHANGE_RECORDINGS'] ?? '', 'kalshi')
const isHere = process.env['EXCHANGE_RECORDINGS'] !== undefined && existsSync(FOLDER)

const recorded = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
const statusOf = (name: string): number =>
  v.parse(v.object({ status: v.number() }), JSON.parse(readFileSync(join(FOLDER, `${name}.meta.json`), 'utf8'))).status
const namesOf = (start: RegExp): string[] =>
  readdirSync(FOLDER)
    .filter((file) => start.test(file) && file.endsWith('.json') && !file.endsWith('.meta.json'))
    .map((file) => file.replace('.json', ''))

const ORDER = toSend(someOrder())
const submitted = (name: string) => submitOutcome(statusOf(name), readError(recorded(name)), ORDER)
const cancelled = (name: string) => cancelOutcome(statusOf(name), readError(recorded(name)))

describe.skipIf(!isHere)('recorded answers', () => {
  it('hold markets that are all readable', () => {
    const pages = namesOf(/^markets__(page1|status_|unauth_list|single_filter)/).map((name) =>
      v.parse(WireMarketPage, recorded(name)),
    )
    const markets = pages.flatMap(({ markets }) => markets.map((raw) => toMarket(v.parse(WireMarket, raw), null, 0)))
    expect(markets.length).toBeGreaterThan(10)
    for (const market of markets) {
      expect(market.name.length).toBeGreaterThan(3)
      expect(market.expiresAt).toBeGreaterThan(Date.parse('2026-06-01'))
      expect(market.tickSizePrice).toBeLessThanOrEqual(10_000)
    }
    expect(new Set(markets.map(({ status }) => status))).toEqual(new Set(['active', 'closed']))
  })

  it('hold markets of the list whose states we know, and what one shows', async () => {
    const pages = namesOf(/^markets__(page1|status_|unauth_list|single_filter)/).map((name) =>
      v.parse(WireMarketPage, recorded(name)),
    )
    const listed = pages.flatMap(({ markets }) => markets.map((raw) => v.parse(WireListed, raw)))
    // Some have not opened yet.
    expect(new Set(listed.map(({ status }) => stateOf(status, true)))).toEqual(new Set(['paused', 'open', 'closed']))
    const wire = v.parse(v.object({ market: WireListed }), recorded('markets__single')).market
    const book = toOrderBook(v.parse(WireBook, recorded('orderbook__base')), 0)
    const prices = confirmedPrices(
      async () => ({ trade: null, hasBlocks: false }),
      () => undefined,
    )
    await prices.confirm([wire], null, AbortSignal.timeout(1_000))
    const unread = { trade: null, listed: prices.of(wire), knownTo: 0, recent: [] }
    expect(toQuote({ wire, state: stateOf(wire.status, true), asOf: 0 }, book, unread)).toMatchObject({
      state: 'open',
      bid: { price: 470_000 },
      ask: { price: 520_000 },
      lastPrice: 990_000,
    })
    expect(v.parse(WireExchangeStatus, recorded('exchange__status')).trading_active).toBe(true)
  })

  it('hold a position and a balance', () => {
    const [wire] = v.parse(WirePositionPage, recorded('portfolio__positions')).market_positions ?? []
    expect(toPositionReport(v.parse(WirePosition, wire))).toMatchObject({
      position: 3_000_000,
      cost: 2_500_000,
      realized: 0,
    })
    expect(toBalances(v.parse(WireBalances, recorded('auth__balance_ok')))).toEqual([{ shard: 0, amount: 98_018_600 }])
  })

  it('hold a book whose NO bid is our ask', () => {
    expect(toOrderBook(v.parse(WireBook, recorded('orderbook__base')), 0)).toMatchObject({
      bids: [{ price: 470_000, qty: 3_000_000 }],
      asks: [{ price: 520_000, qty: 3_000_000 }],
    })
  })

  it('hold orders and fills in YES terms', () => {
    const orders = (v.parse(WireOrderPage, recorded('portfolio__orders_list')).orders ?? []).map((row) =>
      toOrderReport(v.parse(WireOrder, row)),
    )
    expect(orders.slice(0, 2)).toMatchObject([
      { identity: '2b8394e0-515e-4b89-b624-f34067756855', state: 'ended', filledQty: 1_000_000 },
      { identity: '4a75a66e-ca85-4187-93cd-aac5e01ad982', state: 'ended', filledQty: 0 },
    ])
    const [fill] = v.parse(WireFillPage, recorded('fills__after_taker')).fills ?? []
    expect(toFillReport(v.parse(WireFill, fill), 0)).toMatchObject({
      price: 520_000,
      qty: 1_000_000,
      fee: 17_500,
      buyFlag: true,
      isMaker: false,
    })
  })

  it('hold a read that lags its write: the order still rests after its cancel', () => {
    expect(toOrderReport(v.parse(WireOneOrder, recorded('orders__get_after_cancel')).order).state).toBe('live')
    expect(v.parse(WireCancelled, recorded('orders__cancel_v2')).reduced_by).toBe('1.00')
  })

  it('hold created orders', () => {
    for (const name of ['orders__create_v2_maker', 'orders__create_v2_taker_ioc', 'orders__stp_self_cross']) {
      expect(statusOf(name)).toBe(201)
      expect(v.is(WireCreated, recorded(name))).toBe(true)
    }
  })

  it('hold refusals that are each understood', () => {
    expect(submitted('orders__duplicate_client_order_id')).toEqual({ kind: 'duplicate' })
    expect(submitted('orders__reuse_canceled_client_id')).toEqual({ kind: 'duplicate' })
    expect(submitted('orders__insufficient_balance')).toMatchObject({ code: 'insufficient_balance' })
    expect(submitted('orders__invalid_price_structure')).toMatchObject({ code: 'price_off_tick' })
    expect(submitted('orders__post_only_cross')).toMatchObject({ code: 'would_cross' })
    expect(submitted('orders__numeric_field_types')).toMatchObject({ code: 'invalid_order' })
    expect(submitted('auth__bad_signature')).toMatchObject({ code: 'credentials_invalid' })
    expect(submitted('auth__unknown_key_id')).toMatchObject({ code: 'credentials_invalid' })
    expect(submitted('auth__missing_signature_header')).toMatchObject({ code: 'credentials_invalid' })
    expect(submitted('auth__skew_minus30s')).toMatchObject({ kind: 'later' })
    expect(cancelled('orders__cancel_unknown_id')).toEqual({ kind: 'gone' })
    expect(cancelled('orders__cancel_already_canceled')).toEqual({ kind: 'gone' })
    expect(cancelled('orders__cancel_executed')).toEqual({ kind: 'gone' })
    expect(readError(recorded('markets__limit_over_max')).words).toMatch(/Parameter validation failed/)
  })
})
