import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { toFillReport, toOrderReport } from '#adapters/exchanges/kalshi/account/to-reports.ts'
import { WireBook, WireFill, WireMarket, WireOrder, WireSeries } from '#adapters/exchanges/kalshi/http/wire.ts'
import { categoryOf } from '#adapters/exchanges/kalshi/markets/categories.ts'
import { isCombo, toMarket } from '#adapters/exchanges/kalshi/markets/to-market.ts'
import { toOrderBook } from '#adapters/exchanges/kalshi/markets/to-order-book.ts'
import { identity, orderIdOfIdentity } from '#adapters/exchanges/kalshi/orders/identity.ts'
import { createBody, decide, invalidatingBody } from '#adapters/exchanges/kalshi/orders/request-body.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import { onGrid } from '#domain/markets/market.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { someOrder, toSend } from './desk.ts'

const MARKET: v.InferInput<typeof WireMarket> = {
  ticker: 'KXHIGHNY-26DEC01-B45.5',
  event_ticker: 'KXHIGHNY-26DEC01',
  status: 'active',
  title: 'Highest temperature in New York on December 1?',
  yes_sub_title: '45° to 46°',
  rules_primary: 'If it is so, Yes.',
  rules_secondary: 'Else No.',
  close_time: '2026-12-02T04:59:00Z',
  volume_24h_fp: '812.50',
  exchange_index: 3,
  price_ranges: [
    { start: '0.0000', end: '0.1000', step: '0.0010' },
    { start: '0.1000', end: '0.9000', step: '0.0100' },
    { start: '0.9000', end: '1.0000', step: '0.0010' },
  ],
}
const FILL: v.InferInput<typeof WireFill> = {
  fill_id: 'f',
  trade_id: 't',
  order_id: 'o',
  ticker: 'T',
  book_side: 'bid',
  outcome_side: 'yes',
  count_fp: '1.50',
  yes_price_dollars: '0.5200',
  is_taker: true,
  fee_cost: '0.017500',
  created_time: '2026-06-11T06:29:30.164956Z',
}
const SERIES = v.parse(WireSeries, {
  ticker: 'KXHIGHNY',
  title: 'NY high',
  category: 'Climate and Weather',
  tags: ['NYC'],
})

const NOW = Date.parse('2026-11-30T12:00:00Z')
const market = (more: Partial<typeof MARKET> = {}) => toMarket(v.parse(WireMarket, { ...MARKET, ...more }), SERIES, NOW)
const fill = (more: Partial<typeof FILL> = {}) => toFillReport(v.parse(WireFill, { ...FILL, ...more }), NOW)
const order = (more: Record<string, unknown> = {}) =>
  toOrderReport(
    v.parse(WireOrder, { order_id: 'o', client_order_id: 'c', status: 'resting', fill_count_fp: '0.00', ...more }),
  )

describe('a market', () => {
  it.each([
    ['2026-11-30T12:00:01Z', 0],
    ['2026-11-30T12:00:00Z', 70_000],
    ['some day', 70_000],
    [null, 70_000],
  ])('asks nothing while its fees are waived: until %s', (until, rate) => {
    expect(market({ fee_waiver_expiration_time: until }).feeTerms.rate).toBe(rate)
  })

  it.each([
    [{ fee_multiplier: 0.5 }, 35_000],
    [{ fee_multiplier: 0 }, 0],
    [{ fee_multiplier: null }, 70_000],
    [{ fee_multiplier: -1 }, 70_000],
    [{ fee_multiplier: 'half' }, 70_000],
  ])('asks the fees of its series: %j', (more, rate) => {
    const series = v.parse(WireSeries, { ...SERIES, ...more })
    expect(toMarket(v.parse(WireMarket, MARKET), series, NOW)).toMatchObject({
      category: 'Weather',
      feeTerms: { rate },
    })
    expect(toMarket(v.parse(WireMarket, MARKET), null, NOW).feeTerms).toEqual({ rate: 70_000, exponent: 1 })
  })

  it.each([[null], [-1], ['half'], ['0.5'], [1e9]])(
    'does not know its fees where the multiplier is no number that makes sense: %j',
    (multiplier) => {
      const series = v.parse(WireSeries, { ...SERIES, fee_type: 'quadratic', fee_multiplier: multiplier })
      expect(toMarket(v.parse(WireMarket, MARKET), series, NOW).makerFeeRate).toBeNull()
      const known = v.parse(WireSeries, { ...SERIES, fee_type: 'quadratic', fee_multiplier: 1 })
      expect(toMarket(v.parse(WireMarket, MARKET), known, NOW).makerFeeRate).toBe(0)
    },
  )

  it.each([
    ['2026-11-30T22:00:00Z', true, '2026-11-30T22:00:00Z'],
    ['2026-11-30T22:00:00Z', false, '2026-12-02T04:59:00Z'],
    ['2026-12-09T22:00:00Z', true, '2026-12-02T04:59:00Z'],
    ['some day', true, '2026-12-02T04:59:00Z'],
    [null, true, '2026-12-02T04:59:00Z'],
  ])('ends when its game is expected to be over, if it closes early then: %s, %s', (expected, early, ends) => {
    const more = { expected_expiration_time: expected, can_close_early: early }
    expect(market(more).expiresAt).toBe(Date.parse(ends))
  })

  it('is translated into our words, with category and tags of its series', () => {
    expect(market()).toEqual({
      svcId: expect.any(Number),
      opensAt: null,
      startsAt: null,
      event: {
        nativeId: 'KXHIGHNY-26DEC01',
        title: 'Highest temperature in New York on December 1?',
        imageUrl: null,
      },
      seriesTicker: 'KXHIGHNY',
      subtitle: '45° to 46°',
      imageUrl: null,
      makerFeeRate: null,
      figures: { volume: null, openInterest: null, lastPrice: null, asOf: NOW },
      exchange: 'EXCHANGE_A',
      nativeId: 'KXHIGHNY-26DEC01-B45.5',
      ticker: 'KXHIGHNY-26DEC01-B45.5',
      tokenIdYes: null,
      tokenIdNo: null,
      slug: null,
      conditionId: null,
      negRisk: false,
      negRiskId: null,
      name: 'Highest temperature in New York on December 1?: 45° to 46°',
      description: 'If it is so, Yes.\n\nElse No.',
      status: 'active',
      expiresAt: Date.parse('2026-12-02T04:59:00Z'),
      category: 'Weather',
      tags: ['NYC'],
      tickSizePrice: 1_000,
      priceRanges: [
        { start: 0, end: 100_000, step: 1_000 },
        { start: 100_000, end: 900_000, step: 10_000 },
        { start: 900_000, end: 1_000_000, step: 1_000 },
      ],
      tickSizeQty: 10_000,
      minimumOrderSize: 10_000,
      feeTerms: { rate: 70_000, exponent: 1 },
      volume24h: 812_500_000,
      shard: 3,
    })
  })

  it.each(['closed', 'determined', 'finalized', 'settled', 'amended', 'disputed', 'inactive', 'initialized', 'new'])(
    'that the exchange calls %s is closed',
    (status) => {
      expect(market({ status }).status).toBe('closed')
    },
  )

  it('does not repeat an outcome its title names', () => {
    expect(market({ title: 'Will Ann win?', yes_sub_title: 'Ann' }).name).toBe('Will Ann win?')
    expect(market({ title: null }).name).toBe('NY high: 45° to 46°')
  })

  it('trades in whole cents where no grid is given, as every market does', () => {
    const { priceRanges, tickSizePrice } = market({ price_ranges: null })
    expect(tickSizePrice).toBe(10_000)
    expect([onGrid({ priceRanges }, price(10_000)), onGrid({ priceRanges }, price(15_000))]).toEqual([true, false])
  })

  it.each([
    [{ price_ranges: [{ start: '0.0000', end: '1.0000', step: '0.0000' }] }],
    [{ price_ranges: [{ start: '0.9000', end: '0.1000', step: '0.0100' }] }],
    [{ price_ranges: [{ start: '0.0000', end: '1.0000', step: 'fine' }] }],
    [{ close_time: 'soon' }],
    [{ volume_24h_fp: '1e9' }],
  ])('a market that makes no sense is refused as a whole: %j', (more) => {
    expect(() => market(more)).toThrow(ExchangeUnavailable)
  })

  it('made of others by users is known', () => {
    expect(isCombo(v.parse(WireMarket, MARKET))).toBe(false)
    expect(isCombo(v.parse(WireMarket, { ...MARKET, ticker: 'KXMVESPORTS-S1' }))).toBe(true)
    expect(isCombo(v.parse(WireMarket, { ...MARKET, mve_collection_ticker: 'C' }))).toBe(true)
  })

  it('falls into the first category that has a counterpart', () => {
    expect(categoryOf(['Exotics', 'Sports'])).toBe('Sports')
    expect(categoryOf(['Elections'])).toBe('Politics')
    expect(categoryOf(['Economics'])).toBe('Finance')
    expect(categoryOf([undefined, null, 'Exotics'])).toBe('Other')
  })
})

describe('an order book', () => {
  const book = (yes: [string, string][] | null, no: [string, string][] | null) =>
    toOrderBook(v.parse(WireBook, { orderbook_fp: { yes_dollars: yes, no_dollars: no } }), 5)

  it('turns bids for NO into asks for YES, and sorts both sides best first', () => {
    const worstFirst = book(
      [
        ['0.4000', '10.00'],
        ['0.4100', '120.00'],
      ],
      [
        ['0.5500', '7.00'],
        ['0.5600', '35.50'],
      ],
    )
    expect(worstFirst).toEqual({
      bids: [
        { price: 410_000, qty: 120_000_000 },
        { price: 400_000, qty: 10_000_000 },
      ],
      asks: [
        { price: 440_000, qty: 35_500_000 },
        { price: 450_000, qty: 7_000_000 },
      ],
      at: 5,
    })
  })

  it('holds one level per price, none of size 0, and may be empty', () => {
    const twice = book(
      [
        ['0.4000', '1.00'],
        ['0.4000', '2.00'],
        ['0.3000', '0.00'],
      ],
      null,
    )
    expect(twice).toEqual({ bids: [{ price: 400_000, qty: 3_000_000 }], asks: [], at: 5 })
    expect(book([], [])).toEqual({ bids: [], asks: [], at: 5 })
  })

  it('is not read where its sides have other names', () => {
    for (const orderbook_fp of [{}, { yes: [['0.4000', '1.00']], no: [] }])
      expect(v.safeParse(WireBook, { orderbook_fp }).success).toBe(false)
  })

  it('may have prices and sizes without a zero before the point', () => {
    expect(book([['.48', '.50']], null)).toEqual({ bids: [{ price: 480_000, qty: 500_000 }], asks: [], at: 5 })
  })
})

describe('an order and a fill', () => {
  it('a fill without created_time has its deprecated time, else the time it was read at', () => {
    const { created_time: _, ...timeless } = FILL
    const at = (more: object) => toFillReport(v.parse(WireFill, { ...timeless, ...more }), NOW).at
    expect(at({ ts: 1_781_159_370 })).toBe(1_781_159_370_000)
    expect(at({ ts: null })).toBe(NOW)
    expect(at({ created_time: '' })).toBe(NOW)
    // A time without a zone is one of this machine, and a number is a year.
    for (const created_time of ['7', '2026-11-20T10:00:00', '2026-11-20'])
      expect(() => at({ created_time })).toThrow(ExchangeUnavailable)
  })

  it('an order of the exchange ends only by its two final words', () => {
    expect(['resting', 'executed', 'canceled', 'pending'].map((status) => order({ status }).state)).toEqual([
      'live',
      'ended',
      'ended',
      'live',
    ])
    expect(order({ fill_count_fp: '2.50' })).toEqual({
      exchangeOrderId: 'o',
      identity: 'c',
      state: 'live',
      filledQty: 2_500_000,
    })
    expect(order({ client_order_id: '' }).identity).toBeNull()
  })

  it('take direction from book or outcome side and the YES price on both', () => {
    expect(fill()).toEqual({
      fillId: 'f',
      tradeId: 't',
      exchangeOrderId: 'o',
      nativeId: 'T',
      at: Date.parse('2026-06-11T06:29:30.164Z'),
      price: 520_000,
      qty: 1_500_000,
      fee: 17_500,
      buyFlag: true,
      isMaker: false,
      status: 'FINAL',
    })
    expect(fill({ book_side: 'ask', outcome_side: 'no' })).toMatchObject({ buyFlag: false, price: 520_000 })
    expect(fill({ book_side: null, outcome_side: 'no' }).buyFlag).toBe(false)
    expect(() => fill({ book_side: null, outcome_side: null })).toThrow(ExchangeUnavailable)
    expect(() => fill({ yes_price_dollars: '1.2' })).toThrow(ExchangeUnavailable)
    expect(() => fill({ fill_id: null, trade_id: null })).toThrow(ExchangeUnavailable)
  })
})

describe('an order of ours', () => {
  const EXPIRES = Date.parse('2026-12-01T00:00:00.001Z')

  it('becomes the same body whenever it is rebuilt from the stored order', () => {
    const sent = toSend(someOrder({ timeInForce: 'GTD', expiresAt: EXPIRES, shard: 2, buyFlag: false }))
    expect(JSON.parse(createBody(sent))).toEqual({
      ticker: 'KXPRESPARTY-28-D',
      client_order_id: '019aa5a0-0000-7000-8000-000000000001',
      side: 'ask',
      count: '10.00',
      price: '0.4000',
      time_in_force: 'good_till_canceled',
      self_trade_prevention_type: 'maker',
      exchange_index: 2,
      expiration_time: 1_796_083_201,
    })
    expect(createBody(structuredClone(sent))).toBe(createBody(sent))
    expect(sent.attempt.payload.length).toBeLessThan(32)
  })

  it('an exit of ours never opens a position', () => {
    const exit = {
      ...someOrder({ timeInForce: 'IOC' }),
      origin: { kind: 'exit', complexOrderId: 'stop', entryId: 'entry', hasFired: true } as const,
    }
    expect(JSON.parse(createBody(toSend(exit)))).toMatchObject({ reduce_only: true })
    const resting = JSON.parse(createBody(toSend({ ...exit, timeInForce: 'GTC' })))
    expect(resting).not.toHaveProperty('reduce_only')
    expect(JSON.parse(createBody(toSend(someOrder({ timeInForce: 'IOC' }))))).not.toHaveProperty('reduce_only')
  })

  it.each([
    ['GTC', 'good_till_canceled'],
    ['IOC', 'immediate_or_cancel'],
    ['FOK', 'fill_or_kill'],
  ] as const)('an order that is %s goes as %s without an expiry', (timeInForce, word) => {
    const body = JSON.parse(createBody(toSend(someOrder({ timeInForce }))))
    expect(body).toMatchObject({ time_in_force: word })
    expect(body).not.toHaveProperty('expiration_time')
  })

  it('is burnt by the smallest IOC at the end of the grid where it trades least, under its own identity', () => {
    const buy = JSON.parse(invalidatingBody(toSend(someOrder({ buyFlag: true }))))
    const sell = JSON.parse(invalidatingBody(toSend(someOrder({ buyFlag: false }))))
    const small = { count: '0.01', time_in_force: 'immediate_or_cancel', client_order_id: someOrder().orderId }
    // The burning order takes no order of ours off the book.
    const harmless = { ...small, self_trade_prevention_type: 'taker_at_cross' }
    expect(buy).toMatchObject({ ...harmless, side: 'bid', price: '0.0100' })
    expect(sell).toMatchObject({ ...harmless, side: 'ask', price: '0.9900' })
  })

  it.each([
    [{ qty: qty(9_999) }, 400_000, 'qty_below_minimum'],
    [{ qty: qty(15_000) }, 400_000, 'qty_off_lot'],
    [{}, 400_001, 'price_off_tick'],
    [{}, 0, 'price_off_tick'],
    [{}, 1_000_000, 'price_off_tick'],
  ])('an order that the protocol cannot express is refused before it is sent: %j at %i', (more, limit, code) => {
    expect(decide(someOrder(more), price(limit), 1)).toMatchObject({
      kind: 'refused',
      code,
      reason: expect.stringMatching(/^The .*\.$/),
    })
  })

  it('is known by its identity, of whatever attempt, and no other text is', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 99_999 }), (orderId, attempt) => {
        expect(orderIdOfIdentity(identity(orderId, attempt))).toBe(orderId)
        expect(identity(orderId, attempt).length).toBeLessThanOrEqual(64)
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => orderIdOfIdentity(text) === null))
    const { orderId } = someOrder()
    expect([`${orderId}-1`, `${orderId}-0`, `${orderId}-`, `x${orderId}`].map(orderIdOfIdentity)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('any payload at all', () => {
  /** Texts as they might come, some of them nearly right. */
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '0.5000',
      '1.0000',
      '-0.0100',
      '1e3',
      'NaN',
      '',
      '99999999999.00',
      '0.1234567',
      '2026-06-11T06:29:30Z',
    ),
  )
  const leaf = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined))
  /** A right payload with some members replaced by anything. */
  const spoilt = (right: object) =>
    fc
      .dictionary(
        fc.constantFrom(...Object.keys(right)),
        fc.oneof(leaf, fc.array(leaf), fc.array(fc.tuple(text, text))),
      )
      .map((wrong) => ({ ...right, ...wrong }))

  const onlyUnavailable = <Schema extends v.GenericSchema>(
    schema: Schema,
    translate: (wire: v.InferOutput<Schema>) => unknown,
    payload: unknown,
  ): void => {
    const reading = v.safeParse(schema, payload)
    if (!reading.success) return
    try {
      translate(reading.output)
    } catch (error) {
      expect(error).toBeInstanceOf(ExchangeUnavailable)
    }
  }

  it('is translated or refused with the one declared error', () => {
    const range = spoilt({ start: '0.0000', end: '1.0000', step: '0.0100' })
    const anyMarket = fc
      .tuple(spoilt(MARKET), fc.option(fc.array(range, { maxLength: 3 }), { nil: undefined }))
      .map(([wire, ranges]) => (ranges === undefined ? wire : { ...wire, price_ranges: ranges }))
    fc.assert(
      fc.property(anyMarket, (wire) => onlyUnavailable(WireMarket, (good) => toMarket(good, SERIES, NOW), wire)),
    )
    fc.assert(fc.property(spoilt(FILL), (wire) => onlyUnavailable(WireFill, (good) => toFillReport(good, NOW), wire)))
    fc.assert(
      fc.property(spoilt({ order_id: 'o', client_order_id: 'c', status: 'resting', fill_count_fp: '0.00' }), (wire) =>
        onlyUnavailable(WireOrder, toOrderReport, wire),
      ),
    )
    fc.assert(
      fc.property(spoilt({ yes_dollars: [['0.4', '1']], no_dollars: null }), (sides) =>
        onlyUnavailable(WireBook, (wire) => toOrderBook(wire, 0), { orderbook_fp: sides }),
      ),
    )
  })
})
