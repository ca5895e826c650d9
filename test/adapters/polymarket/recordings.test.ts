/**
 * Sample answers of EXCHANGE_B, read by the adapter. The folder named by EXCHANGE_RECORDINGS holds the recordings; without
 * it there is nothing to read.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fillsOf } from '#adapters/exchanges/polymarket/account/to-fills.ts'
import { toOrderReport } from '#adapters/exchanges/polymarket/account/to-order-report.ts'
import { leftBecause, readError, submitOutcome } from '#adapters/exchanges/polymarket/http/errors.ts'
import {
  WireBalance,
  WireBook,
  WireCancelled,
  WireMarket,
  WireOrder,
  WireOrderPage,
  WirePosted,
  WireQuote,
  WireTrade,
  WireTradePage,
} from '#adapters/exchanges/polymarket/http/wire.ts'
import { toBalance } from '#adapters/exchanges/polymarket/http/wire-amounts.ts'
import { toMarket } from '#adapters/exchanges/polymarket/markets/to-market.ts'
import { toOrderBook, toQuote } from '#adapters/exchanges/polymarket/markets/to-order-book.ts'

const FOLDER = join(process.env['EXCHANGE_RECORDINGS'] ?? '', 'polymarket')
const isHere = process.env['EXCHANGE_RECORDINGS'] !== undefined && existsSync(FOLDER)

const recorded = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))

const FUNDER = '0xF39FD6e51aad88F6F4ce6aB8827279cffFb92266'
const TOKENS = {
  yes: '71321045679252212594626385532706912750332728571942532289631379312455583992563',
  no: '52114319501245915516055106046884209969926127482827954674443846427813813222426',
}
const fillsIn = (trade: v.InferOutput<typeof WireTrade>) =>
  fillsOf(trade, { funder: FUNDER, apiKey: 'key' }).map((fill) =>
    fill.inYesTerms(TOKENS, { rate: 50_000, exponent: 1 }),
  )

describe.skipIf(!isHere)('recorded answers', () => {
  it.each([
    ['gamma_market', 'active', 'Up or Down'],
    ['gamma_market_closed_binary_accepting_false', 'closed', ''],
    ['gamma_market_closed_binary_accepting_true', 'closed', ''],
    ['gamma_market_closed_nonbinary_legacy', 'closed', ''],
    ['gamma_market_closed_zero_zero_legacy', 'closed', ''],
  ])('hold the market %s', (name, status, words) => {
    const market = toMarket(v.parse(WireMarket, recorded(name)), 0)
    expect(market).toMatchObject({
      nativeId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      status,
      name: expect.stringContaining(words),
      tokenIdYes: expect.stringMatching(/^\d{60,78}$/),
      tickSizePrice: expect.any(Number),
    })
  })

  it('hold a book whose best levels are the middle ones', () => {
    const book = toOrderBook(v.parse(WireBook, recorded('clob_book_response')), 0)
    expect(book).toMatchObject({ at: 1_703_875_200_000 })
    expect(book.bids[0]).toEqual({ price: 500_000, qty: 150_000_000 })
    expect(book.asks[0]).toEqual({ price: 510_000, qty: 120_000_000 })
    const quote = toQuote(v.parse(WireQuote, recorded('clob_book_response')), 'm', 0)
    expect(quote).toMatchObject({ bid: book.bids[0], ask: book.asks[0], lastPrice: null })
  })

  it('hold orders, with and without an end', () => {
    expect(toOrderReport(v.parse(WireOrder, recorded('http_open_order')))).toMatchObject({
      state: 'live',
      filledQty: 25_000_000,
    })
    expect(toOrderReport(v.parse(WireOrder, recorded('http_open_order_sell_fok')))).toMatchObject({
      state: 'ended',
      filledQty: 50_000_000,
    })
    const page = v.parse(WireOrderPage, recorded('http_open_orders_page'))
    expect(page.data.map((row) => toOrderReport(v.parse(WireOrder, row))).map(({ filledQty }) => filledQty)).toEqual([
      0, 50_000_000,
    ])
    expect(page.next_cursor).toBe('LTE=')
  })

  it('hold trades as the taker’s side reports them', () => {
    expect(fillsIn(v.parse(WireTrade, recorded('http_trade_report')))).toMatchObject([
      { status: 'FINAL', qty: 25_000_000, price: 500_000, buyFlag: true, isMaker: false, fee: 312_500 },
    ])
    const page = v.parse(WireTradePage, recorded('http_trades_page'))
    expect(page.data.map((row) => v.parse(WireTrade, row)).flatMap(fillsIn)).toMatchObject([
      { status: 'PROVISIONAL', qty: 10_000_000, at: Date.UTC(2024, 0) },
    ])
  })

  it('hold balances in both units', () => {
    const balance = (name: string) => toBalance('balance', v.parse(WireBalance, recorded(name)).balance)
    expect(balance('http_balance_allowance_collateral')).toBe(1_000_000_000)
    expect(balance('http_balance_allowance_no_allowance')).toBe(250_500_000)
  })

  it('hold what became of orders and cancels', () => {
    expect(v.parse(WirePosted, recorded('http_order_response_ok')).orderID).toMatch(/^0x/)
    const refused = recorded('http_order_response_failed')
    expect(submitOutcome(400, readError(refused), { nativeId: 'm' })).toMatchObject({ code: 'insufficient_balance' })
    const broken = readError(recorded('http_order_response_error_500'))
    expect(submitOutcome(500, broken, { nativeId: 'm' })).toMatchObject({ kind: 'unknown' })
    for (const name of ['http_batch_cancel_response', 'http_cancel_response_failed', 'http_cancel_response_ok']) {
      const { canceled, not_canceled: left } = v.parse(WireCancelled, recorded(name))
      expect([...(canceled ?? []), ...Object.keys(left ?? {})].length).toBeGreaterThan(0)
      expect(Object.values(left ?? {}).map(leftBecause)).toEqual(Object.keys(left ?? {}).map(() => 'not_found'))
    }
  })
})
