/** Interfaces in the packages of the exchanges, read by the adapters. Runs in the long run only: it needs pip and the registry. */

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { toOrderReport } from '#adapters/exchanges/kalshi/account/to-reports.ts'
import { WireMarket, WireOrder, WireTapeTrade } from '#adapters/exchanges/kalshi/http/wire.ts'
import { KALSHI_INTERFACE } from '#adapters/exchanges/kalshi/known-calls.ts'
import { takerBuys } from '#adapters/exchanges/kalshi/markets/taker-buys.ts'
import { toMarket } from '#adapters/exchanges/kalshi/markets/to-market.ts'
import {
  BookDelta,
  BookSnapshot,
  ENDED,
  Envelope,
  StreamError,
  StreamFill,
  StreamTrade,
  Subscribed,
} from '#adapters/exchanges/kalshi/stream/frames.ts'
import { fillsOf } from '#adapters/exchanges/polymarket/account/to-fills.ts'
import { WirePosted, WireTrade } from '#adapters/exchanges/polymarket/http/wire.ts'
import { compareAnswer, partsAt } from '#local/rehearse/drift/compare-answer.ts'
import { dictionariesIn, officialPackage } from './official-package.ts'
import { ANY_TEXT, at, sampleAnswer } from './sample-answer.ts'

/** Contains the OpenAPI and the AsyncAPI of EXCHANGE_A of 26 October 2026. */
const KALSHI = await officialPackage({
  name: 'kalshi-sdk',
  version: '22.4.0',
  sha256: '9a51a32909ed5c921a08c4d01bceea5d05a510d85d6d8d2713d6a453144671f4',
})
const POLYMARKET = await officialPackage({
  name: 'py-clob-client-v2',
  version: '1.2.1',
  sha256: 'c405f6c57db8faf0dc81569ef4e8f7025f608c15b9cfa2ff202cf832bb0a59a9',
})

afterAll(() => {
  for (const folder of [KALSHI, POLYMARKET])
    if (folder !== null) rmSync(dirname(folder), { recursive: true, force: true })
})

const specification = (file: string): unknown =>
  KALSHI === null ? null : parse(readFileSync(join(KALSHI, 'specs', file), 'utf8'), { maxAliasCount: -1 })

describe.skipIf(KALSHI === null)('the OpenAPI of EXCHANGE_A', () => {
  const document = specification('openapi.yaml')
  const calls = KALSHI_INTERFACE.calls.filter(({ refused }) => refused === undefined)
  const answerTo = (path: string): unknown =>
    sampleAnswer(document, path.replace('{series}', '{series_ticker}').replace('{archived}', '{ticker}'))

  it('has each path that the adapter reads', () => {
    expect(calls.map(({ path }) => path).filter((path) => answerTo(path) === null)).toEqual([])
  })

  it.each([...new Set(calls.map(({ path }) => path))])('agrees with the table about the answer to %s', (path) => {
    const [call] = calls.filter((one) => one.path === path)
    if (call === undefined) throw new Error(`the table lacks ${path}`)
    // The document declares a field without an enum as a text, without its values.
    expect(compareAnswer(call, answerTo(path)).filter(({ value }) => value !== ANY_TEXT)).toEqual([])
  })

  it('has markets, trades and orders that the adapter translates', () => {
    const markets = partsAt(answerTo('/markets'), 'markets[]').map((raw) => toMarket(v.parse(WireMarket, raw), null, 0))
    expect(new Set(markets.map(({ status }) => status))).toEqual(new Set(['active', 'closed']))
    const orders = partsAt(answerTo('/portfolio/orders'), 'orders[]').map((raw) =>
      toOrderReport(v.parse(WireOrder, raw)),
    )
    expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(['live', 'ended']))
    const trades = partsAt(answerTo('/markets/trades'), 'trades[]').map((raw) => v.parse(WireTapeTrade, raw))
    expect(new Set(trades.map(takerBuys))).toEqual(new Set([true, false]))
  })
})

const FORMS: Readonly<Record<string, v.GenericSchema>> = {
  orderbook_snapshot: BookSnapshot,
  orderbook_delta: BookDelta,
  trade: StreamTrade,
  fill: StreamFill,
  user_order: WireOrder,
  subscribed: Subscribed,
  error: StreamError,
}

const Example = v.looseObject({ payload: v.looseObject({ type: v.string(), msg: v.optional(v.unknown()) }) })

describe.skipIf(KALSHI === null)('the AsyncAPI of EXCHANGE_A', () => {
  const document = specification('asyncapi.yaml')
  const messages = Object.values(at(document, ['components', 'messages']) ?? {})
  const examples = messages
    .flatMap((message) => partsAt(message, 'examples[]'))
    .flatMap((raw) => {
      const example = v.safeParse(Example, raw)
      return example.success ? [example.output.payload] : []
    })

  it.each(Object.entries(FORMS))('has examples of %s that the adapter reads', (type, form) => {
    const found = examples.filter((payload) => payload.type === type)
    expect(found.length).toBeGreaterThan(0)
    for (const payload of found) {
      expect(v.is(Envelope, payload)).toBe(true)
      expect(v.safeParse(form, payload.msg).issues).toBeUndefined()
    }
  })

  it('names no error that ends a subscription and does not end it here', () => {
    const text = String(at(document, ['info', 'description']))
    const terminal = text.slice(text.indexOf('## Terminal Errors'))
    const codes = [...terminal.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
    expect(codes.length).toBeGreaterThan(1)
    expect(codes.filter((code) => !ENDED.has(code))).toEqual([])
  })
})

describe.skipIf(POLYMARKET === null)('the tests of the client of EXCHANGE_B', async () => {
  const folder = join(POLYMARKET ?? '', 'tests')
  const files = POLYMARKET === null ? [] : readdirSync(folder).filter((file) => file.endsWith('.py'))
  const found = files.length === 0 ? [] : await dictionariesIn(files.map((file) => join(folder, file)))
  const withField = (field: string) => found.filter((one) => typeof one === 'object' && one !== null && field in one)

  it('have answers to orders that the adapter reads', () => {
    const answers = withField('orderID')
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers) expect(v.safeParse(WirePosted, answer).issues).toBeUndefined()
  })

  it('have trades that are fills of their taker', () => {
    const trades = withField('taker_order_id')
    expect(trades.length).toBeGreaterThan(0)
    for (const raw of trades) {
      const trade = v.parse(WireTrade, raw)
      const fills = fillsOf(trade, { funder: 'nobody', apiKey: trade.owner ?? '' })
      expect(fills.map(({ isMaker, orderId }) => ({ isMaker, orderId }))).toContainEqual({
        isMaker: false,
        orderId: trade.taker_order_id.toLowerCase(),
      })
    }
  })
})
