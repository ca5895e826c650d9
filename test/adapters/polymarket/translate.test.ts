/** EXCHANGE_B's payloads in our words: pure, without an exchange. */

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fillsOf } from '#adapters/exchanges/polymarket/account/to-fills.ts'
import { toOrderReport } from '#adapters/exchanges/polymarket/account/to-order-report.ts'
import { WireBook, WireMarket, WireOrder, WireTrade } from '#adapters/exchanges/polymarket/http/wire.ts'
import {
  isAmbiguous,
  readPaid,
  readTaken,
  toMillis,
  toPrice,
  toQty,
  toRoundedPrice,
  toShares,
} from '#adapters/exchanges/polymarket/http/wire-amounts.ts'
import { categoryOf } from '#adapters/exchanges/polymarket/markets/categories.ts'
import { conditionIdOf, spellingsOf } from '#adapters/exchanges/polymarket/markets/condition-id.ts'
import { toMarket } from '#adapters/exchanges/polymarket/markets/to-market.ts'
import { toOrderBook } from '#adapters/exchanges/polymarket/markets/to-order-book.ts'
import { orderBody } from '#adapters/exchanges/polymarket/orders/order-body.ts'
import { type Part, readPayload, writePayload } from '#adapters/exchanges/polymarket/orders/part-payload.ts'
import { seal, unseal } from '#adapters/exchanges/polymarket/wallet/sealed-wallet.ts'
import { ONE, qty } from '#domain/kernel/numbers.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'

const CONDITION = `0x${'0c'.repeat(32)}`
const MARKET: v.InferInput<typeof WireMarket> = {
  conditionId: CONDITION,
  version: 'v1',
  question: 'Will it rain?',
  description: 'If it does, Yes.',
  slug: 'will-it-rain',
  outcomes: '["Yes", "No"]',
  clobTokenIds: '["11", "22"]',
  active: true,
  closed: false,
  negRisk: false,
  endDate: '2026-12-01T12:00:00Z',
  orderPriceMinTickSize: 0.001,
  orderMinSize: 5,
  volume24hr: 1234.567_890_123,
  tags: [
    { id: '1', label: 'All', slug: 'all' },
    { id: '2', label: 'Weather', slug: 'weather' },
  ],
}
const market = (more: Partial<typeof MARKET> = {}) => toMarket(v.parse(WireMarket, { ...MARKET, ...more }), 0)

describe('a market', () => {
  it.each([
    [
      { feesEnabled: true, feeSchedule: { exponent: 1, rate: 0.05 } },
      { rate: 50_000, exponent: 1 },
    ],
    [
      { feesEnabled: true, feeSchedule: { exponent: 2, rate: '0.25' } },
      { rate: 250_000, exponent: 2 },
    ],
    [{ feeSchedule: { rate: 0.04 } }, { rate: 40_000, exponent: 1 }],
    [
      { feesEnabled: false, feeSchedule: { exponent: 1, rate: 0.05 } },
      { rate: 0, exponent: 1 },
    ],
    [{ feesEnabled: true }, { rate: 0, exponent: 1 }],
  ])('asks the fees its schedule names: %j', (more, feeTerms) => {
    expect(market(more)?.feeTerms).toEqual(feeTerms)
  })

  it('is translated into our words', () => {
    expect(market()).toMatchObject({
      exchange: 'EXCHANGE_B',
      nativeId: CONDITION,
      ticker: null,
      tokenIdYes: '11',
      tokenIdNo: '22',
      slug: 'will-it-rain',
      conditionId: CONDITION,
      negRisk: false,
      negRiskId: null,
      name: 'Will it rain?',
      description: 'If it does, Yes.',
      status: 'active',
      expiresAt: Date.parse('2026-12-01T12:00:00Z'),
      category: 'Weather',
      tags: ['All', 'Weather'],
      tickSizePrice: 1_000,
      priceRanges: [{ start: 1_000, end: 999_000, step: 1_000 }],
      tickSizeQty: 10_000,
      minimumOrderSize: 5_000_000,
      feeTerms: { rate: 0, exponent: 1 },
      volume24h: 1_234_567_890,
      shard: 0,
    })
  })

  it.each([
    [{ closed: true, active: true }, 'closed'],
    [{ closed: 'true', active: 'true' }, 'closed'],
    [{ closed: 'false', active: 'true' }, 'active'],
    [{ closed: false, active: false }, 'inactive'],
    [{ closed: null, active: null }, 'inactive'],
  ])('has the status that %j means', (more, status) => {
    expect(market(more)?.status).toBe(status)
  })

  it('trades the ids its version says, never those of a migration', () => {
    const both = { clobTokenIds: '["11", "22"]', positionIds: ['33', '44'] }
    expect(market({ ...both, version: 'v1' })).toMatchObject({ tokenIdYes: '11', tokenIdNo: '22' })
    expect(market({ ...both, version: 'v2' })).toMatchObject({ tokenIdYes: '33', tokenIdNo: '44' })
    expect(market({ ...both, version: null })).toMatchObject({ tokenIdYes: '11', tokenIdNo: '22' })
    expect(market({ ...both, version: 'v3' })).toMatchObject({ tokenIdYes: '11', tokenIdNo: '22' })
  })

  it('has its first outcome as YES, whatever it is called', () => {
    expect(market({ outcomes: '["Down", "Up"]' })).toMatchObject({ tokenIdYes: '11' })
    expect(market({ outcomes: ['No', 'Yes'], clobTokenIds: ['7', '8'] })).toMatchObject({ tokenIdYes: '7' })
  })

  it('a market of the newer protocol has its padded name', () => {
    const short = `0x${'AB'.repeat(31)}`
    const padded = `0x${'ab'.repeat(31)}00`
    expect(market({ conditionId: short, version: 'v2', clobTokenIds: null, positionIds: ['1', '2'] })).toMatchObject({
      nativeId: padded,
      conditionId: padded,
    })
    expect(conditionIdOf(padded)).toBe(padded)
    expect(spellingsOf(padded)).toEqual([padded, short.toLowerCase()])
    expect(spellingsOf(CONDITION)).toEqual([CONDITION])
  })

  it.each([
    { negRiskOther: true },
    { groupItemTitle: 'Person A', events: [{ negRiskAugmented: true }] },
    { groupItemTitle: 'Company AB', events: [{ negRiskAugmented: true }] },
    { groupItemTitle: 'Other', events: [{ negRiskAugmented: true }] },
  ])('a placeholder market is no instrument: %j', (more) => {
    expect(market(more)).toBeNull()
  })

  it('a market with such a name in any other group is an instrument', () => {
    expect(market({ groupItemTitle: 'Person A', events: [{ negRiskAugmented: false }] })).not.toBeNull()
    expect(market({ groupItemTitle: 'Kim Jong Un', events: [{ negRiskAugmented: true }] })).not.toBeNull()
  })

  it.each(['Cardi B', 'Malcolm X', 'Washington DC'])('called %s is one as soon as it was traded', (groupItemTitle) => {
    const named = { groupItemTitle, events: [{ negRiskAugmented: true }] }
    expect(market({ ...named, volume: '12.5' })).not.toBeNull()
    expect(market({ ...named, volume: '12.5', closed: true })).not.toBeNull()
    expect(market({ ...named, volume: '0' })).toBeNull()
    expect(market({ ...named, volume: null })).toBeNull()
    expect(market({ ...named, groupItemTitle: 'Other', volume: '12.5' })).toBeNull()
  })

  it.each([
    { conditionId: '0x12' },
    { outcomes: '["A", "B", "C"]' },
    { outcomes: null },
    { clobTokenIds: null },
    { clobTokenIds: '["11"]' },
    { clobTokenIds: '["11", "x"]' },
    { clobTokenIds: 'none' },
    { orderPriceMinTickSize: 0 },
    { orderPriceMinTickSize: '0.7' },
    { orderMinSize: -1 },
  ])('a market that makes no sense is unreadable: %j', (more) => {
    expect(() => market(more)).toThrow(ExchangeUnavailable)
  })

  it('reads missing or odd fields as well as it can', () => {
    const more = {
      orderPriceMinTickSize: null,
      orderMinSize: null,
      volume24hr: null,
      endDate: 'some day',
      tags: ['x', 7],
    }
    expect(market(more)).toMatchObject({
      tickSizePrice: 10_000,
      minimumOrderSize: 10_000,
      volume24h: 0,
      expiresAt: null,
      tags: [],
      category: 'Other',
    })
  })
})

describe('the category', () => {
  it.each([
    [['Politics', 'Elections'], 'Politics'],
    [['politics', 'geopolitics'], 'World Affairs'],
    [['Sports', 'NBA', 'Politics'], 'Sports'],
    [['pop-culture'], 'Entertainment'],
    [['Science & Tech'], 'Science & Tech'],
    [['Climate & Weather'], 'Weather'],
    [['economy'], 'Finance'],
    [['Middle East'], 'World Affairs'],
    [['Health'], 'Health'],
    [['Mentions'], 'Social'],
    [['Bitcoin'], 'Crypto'],
    [[null, undefined, '', 'All'], 'Other'],
  ])('the category of %j is %s', (names, category) => {
    expect(categoryOf(names)).toBe(category)
  })
})

describe('a book', () => {
  it('is sorted and merged, whichever order it came in', () => {
    const levels = [
      { price: '0.3', size: '5' },
      { price: '0.32', size: '6.5' },
      { price: '0.30', size: '1' },
      { price: '0.31', size: '0' },
    ]
    const book = toOrderBook(v.parse(WireBook, { timestamp: '1700000000123', bids: levels, asks: levels }), 1)
    expect(book.bids).toEqual([
      { price: 320_000, qty: 6_500_000 },
      { price: 300_000, qty: 6_000_000 },
    ])
    expect(book.asks).toEqual([...book.bids].reverse())
    expect(book.at).toBe(1_700_000_000_123)
    expect(toOrderBook(v.parse(WireBook, { bids: [], asks: [] }), 1).at).toBe(1)
  })

  it.each([
    { price: '1.2', size: '1' },
    { price: '0.5', size: '-1' },
    { price: 'x', size: '1' },
  ])('a book with the level %j is unreadable', (level) => {
    expect(() => toOrderBook(v.parse(WireBook, { bids: [level], asks: [] }), 1)).toThrow(ExchangeUnavailable)
  })
})

describe('an order', () => {
  const order = (more: Record<string, unknown> = {}) =>
    toOrderReport(
      v.parse(WireOrder, {
        id: '0xAB',
        status: 'LIVE',
        asset_id: '1',
        side: 'BUY',
        original_size: '10',
        size_matched: '0',
        ...more,
      }),
    )

  it.each([
    ['LIVE', 'live'],
    ['live', 'live'],
    ['CANCELED_EXPIRED_ORDER', 'ended'],
    ['CANCELED_NOT_ENOUGH_BALANCE', 'ended'],
    ["CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.", 'ended'],
    ['ORDER_STATUS_CANCELED_ORDER_TIMED_OUT', 'ended'],
    ['UNMATCHED', 'live'],
    ['ORDER_STATUS_LIVE', 'live'],
    ['DELAYED', 'live'],
    ['a new word', 'live'],
    ['MATCHED', 'ended'],
    ['ORDER_STATUS_MATCHED', 'ended'],
    ['CANCELED', 'ended'],
    ['CANCELED_MARKET_RESOLVED', 'ended'],
    ['ORDER_STATUS_INVALID', 'ended'],
  ])('an order of status %s is %s', (status, state) => {
    expect(order({ status })).toEqual({ exchangeOrderId: '0xab', identity: null, state, filledQty: 0 })
  })

  it.each([
    ['FOK', 'ended'],
    ['FAK', 'ended'],
    ['GTC', 'live'],
    ['GTD', 'live'],
    [null, 'live'],
  ])('an order of type %s that the exchange held back and did not match is %s', (order_type, state) => {
    expect(order({ status: 'UNMATCHED', order_type })).toMatchObject({ state })
  })

  it.each([
    ['10', '4', 4_000_000],
    ['10.00', '4.5', 4_500_000],
    ['10000000', '4500000', 4_500_000],
    ['10000000', '4', 4],
    ['999999', '4', 4_000_000],
    ['100.0000', '25.0000', 25_000_000],
  ])('an order of %s shares of which %s are matched had %i millionths', (original_size, size_matched, filledQty) => {
    expect(order({ original_size, size_matched })).toMatchObject({ filledQty })
  })
})

describe('numbers', () => {
  it('amounts in the answer to an order are read in either unit, and never too high', () => {
    expect(readTaken('10', 10 * ONE)).toBe(10 * ONE)
    expect(readTaken('5.2', 10 * ONE)).toBe(5_200_000)
    expect(readTaken('5200000', 10 * ONE)).toBe(5_200_000)
    expect(readTaken('50000', 50_000 * ONE)).toBe(50_000)
    expect(readTaken('50000.0', 50_000 * ONE)).toBe(50_000 * ONE)
    // If an order is over, the smaller amount must not count as its whole fill.
    expect(isAmbiguous('50000', 50_000 * ONE)).toBe(true)
    for (const text of ['50000.0', '9999']) expect(isAmbiguous(text, 50_000 * ONE)).toBe(false)
    for (const text of ['10', '5.2', '5200000']) expect(isAmbiguous(text, 10 * ONE)).toBe(false)
    expect(readTaken('many', 10 * ONE)).toBeNull()
    expect(readTaken('-1', 10 * ONE)).toBeNull()
  })

  it('dollars for shares are read in the only unit that makes a price', () => {
    for (const text of ['4.4', '4400000']) expect(readPaid(text, qty(10 * ONE))).toBe(4_400_000)
    for (const text of ['5', '5000000']) expect(readPaid(text, qty(10 * ONE))).toBe(5_000_000)
    for (const text of ['20', '0', '-4', 'many', '20000000']) expect(readPaid(text, qty(10 * ONE))).toBeNull()
  })

  it('prices may be averages, rounded half up', () => {
    expect(toRoundedPrice('p', '0.4')).toBe(400_000)
    for (const read of [toRoundedPrice, toPrice, toQty]) expect(read('p', '.48')).toBe(480_000)
    expect(readTaken('.5', 5_000_000)).toBe(500_000)
    for (const read of [toRoundedPrice, toPrice, toQty]) expect(() => read('p', '.')).toThrow(ExchangeUnavailable)
    expect(toRoundedPrice('p', '0.33333333')).toBe(333_333)
    expect(toRoundedPrice('p', '0.6666666')).toBe(666_667)
    expect(toRoundedPrice('p', '1')).toBe(1_000_000)
    for (const text of ['1.1', '', 'x', '-0.1']) expect(() => toRoundedPrice('p', text)).toThrow(ExchangeUnavailable)
  })

  it('sizes have a point, or are small, or are base units', () => {
    expect(toShares('s', '1000000')).toBe(1_000_000)
    expect(toShares('s', '1000000.0')).toBe(1_000_000 * ONE)
    expect(toShares('s', '999999')).toBe(999_999 * ONE)
    expect(() => toShares('s', '1e6')).toThrow(ExchangeUnavailable)
  })

  it('times are seconds or words', () => {
    expect(toMillis('t', '1700000000')).toBe(1_700_000_000_000)
    expect(toMillis('t', '2024-01-01T00:00:00Z')).toBe(Date.UTC(2024, 0, 1))
    expect(() => toMillis('t', 'soon')).toThrow(ExchangeUnavailable)
    expect(toMillis('t', '2024-01-01 00:00:00+00')).toBe(Date.UTC(2024, 0, 1))
    // Microseconds would be a date in the far future, and a time without a zone is one of this machine.
    for (const text of ['1700000000000000', '0.5', '2024-01-01T00:00:00'])
      expect(() => toMillis('t', text)).toThrow(ExchangeUnavailable)
  })
})

describe('a trade', () => {
  const US = { funder: '0xAAaa', apiKey: 'key' }
  const TOKENS = { yes: '11', no: '22' }
  const FEE = { rate: 50_000, exponent: 1 }
  const TRADE: v.InferInput<typeof WireTrade> = {
    id: 'trade-1',
    taker_order_id: '0xTAKER0123456789abcdef',
    market: CONDITION,
    asset_id: '11',
    outcome: 'Yes',
    side: 'BUY',
    size: '10',
    price: '0.4',
    status: 'MATCHED',
    match_time: '1700000000',
    trader_side: 'TAKER',
    maker_orders: [],
  }
  const maker = (more: Record<string, unknown> = {}) => ({
    order_id: '0xMAKER',
    maker_address: '0xaaAA',
    matched_amount: '4',
    price: '0.6',
    asset_id: '22',
    outcome: 'No',
    side: 'BUY' as const,
    ...more,
  })
  const fills = (more: Partial<typeof TRADE> = {}) =>
    fillsOf(v.parse(WireTrade, { ...TRADE, ...more }), US).map((fill) => fill.inYesTerms(TOKENS, FEE))

  it.each([
    ['11', 'BUY', 400_000, true],
    ['11', 'SELL', 400_000, false],
    ['22', 'BUY', 600_000, false],
    ['22', 'SELL', 600_000, true],
  ] as const)('a trade of token %s on the side %s is reported in YES terms', (asset_id, side, at, buyFlag) => {
    expect(fills({ asset_id, side })).toMatchObject([
      { price: at, buyFlag, isMaker: false, qty: 10_000_000, fee: 120_000, at: 1_700_000_000_000 },
    ])
  })

  it('a trade of ours as maker has one fill per order of ours, at its own price', () => {
    const makers = [
      maker(),
      maker({ order_id: '0xOTHER', maker_address: '0xbb' }),
      maker({ order_id: '0xMAKER2', side: 'SELL' }),
    ]
    expect(fills({ trader_side: 'MAKER', maker_orders: makers })).toMatchObject([
      {
        exchangeOrderId: '0xmaker',
        fillId: 'trade-1:maker',
        price: 400_000,
        qty: 4_000_000,
        buyFlag: false,
        isMaker: true,
        fee: 0,
      },
      { exchangeOrderId: '0xmaker2', buyFlag: true, isMaker: true },
    ])
  })

  it('a trade with ourselves has both sides', () => {
    expect(fills({ maker_orders: [maker()] })).toMatchObject([{ isMaker: false }, { isMaker: true }])
  })

  it('a trade without a reporting side is ours by its owner', () => {
    expect(fills({ trader_side: null, owner: 'key' })).toHaveLength(1)
    expect(fills({ trader_side: null, owner: 'other', maker_address: '0xaaaa' })).toHaveLength(1)
    expect(fills({ trader_side: null, owner: 'other', maker_address: '0xbbbb' })).toHaveLength(0)
    expect(fills({ trader_side: null })).toHaveLength(0)
  })

  it.each([null, 'a new side'])(
    'of which we are a maker is unreadable where its side is %s and its owner is ours',
    (side) => {
      const makers = [maker()]
      expect(() => fills({ trader_side: side, owner: 'key', maker_orders: makers })).toThrow(ExchangeUnavailable)
      expect(fills({ trader_side: side, owner: 'other', maker_orders: makers })).toMatchObject([{ isMaker: true }])
    },
  )

  it.each([
    ['MATCHED_NOT_BROADCASTED', 'PROVISIONAL'],
    ['TRADE_STATUS_MATCHED', 'PROVISIONAL'],
    ['MINED', 'PROVISIONAL'],
    ['RETRYING', 'PROVISIONAL'],
    ['a new word', 'PROVISIONAL'],
    ['CONFIRMED', 'FINAL'],
    ['TRADE_STATUS_CONFIRMED', 'FINAL'],
    ['FAILED', 'REVERSED'],
  ])('a trade of status %s is %s', (status, ours) => {
    expect(fills({ status })).toMatchObject([{ status: ours }])
  })

  it('a trade in a token that its market does not have is unreadable', () => {
    expect(() => fills({ asset_id: '33' })).toThrow(ExchangeUnavailable)
  })

  it.each([
    ['of the same token sold where its taker bought', '11', 'BUY', '11', false],
    ['of the same token bought where its taker sold', '11', 'SELL', '11', true],
    ['of the other token bought where its taker bought', '11', 'BUY', '22', false],
    ['of the other token sold where its taker sold', '11', 'SELL', '22', true],
  ] as const)('a trade whose maker has no side is %s', (_, asset_id, side, theirs, buyFlag) => {
    const maker_orders = [maker({ side: null, asset_id: theirs })]
    expect(fills({ asset_id, side, trader_side: 'MAKER', maker_orders })).toMatchObject([{ isMaker: true, buyFlag }])
  })
})

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FUNDER = '0x1111111111111111111111111111111111111111'
const CONTEXT = { exchange: ADDRESS, domainVersion: '2', assetType: 'CONDITIONAL' } as const
const TRADER = {
  wallet: {
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    address: ADDRESS,
    signatureType: 2,
    funder: FUNDER,
    signer: ADDRESS,
  },
  credentials: { address: ADDRESS, apiKey: 'key', secret: 'c2VjcmV0', passphrase: 'phrase' },
  relayerKey: null,
} as const

describe('stored credentials and orders', () => {
  it('a stored wallet reads back, with the deposit wallet as signer of its own orders', () => {
    expect(unseal(seal(TRADER))).toEqual(TRADER)
    const deposit = { ...TRADER, wallet: { ...TRADER.wallet, signatureType: 3, signer: FUNDER } } as const
    expect(unseal(seal(deposit))).toEqual(deposit)
  })

  it.each([{}, { private_key: '0x12' }, { ...seal(TRADER), signature_type: '7' }, { ...seal(TRADER), api_key: '' }])(
    'of anything else is no wallet',
    (secrets) => {
      expect(unseal(secrets)).toBeNull()
    },
  )

  it('a stored order reads back to the same parts', () => {
    const owner = { maker: FUNDER, signer: ADDRESS, signatureType: 2 } as const
    const fields = {
      ...owner,
      salt: 5,
      tokenId: '11',
      makerAmount: 4n,
      takerAmount: 10n,
      side: 'BUY',
      timestamp: 7,
    } as const
    const { payload, hashes } = writePayload(CONTEXT, owner, [{ outcome: 'NO', kind: 'GTC', fields }])
    expect(readPayload(payload)).toEqual({
      context: CONTEXT,
      parts: [{ outcome: 'NO', kind: 'GTC', hash: hashes[0], fields }],
      inTheWay: [],
    })
    const own = [`0x${'1'.repeat(64)}`]
    const clearing = writePayload(CONTEXT, owner, [{ outcome: 'NO', kind: 'GTC', fields }], own)
    expect(readPayload(clearing.payload)).toMatchObject({ inTheWay: own })
    expect(() => readPayload('{}')).toThrow()
  })
})

describe('the body of an order', () => {
  const fields = {
    salt: 5,
    maker: FUNDER,
    signer: ADDRESS,
    tokenId: '11',
    makerAmount: 4_000_000n,
    takerAmount: 10_000_000n,
    side: 'BUY',
    signatureType: 2,
    timestamp: 7,
  } as const
  const bodyOf = async (
    kind: Part['kind'],
    order: Parameters<typeof orderBody>[3] = { timeInForce: 'GTC', expiresAt: null, postOnly: false },
  ) => {
    const part: Part = { outcome: 'YES', kind, hash: '0x', fields }
    return JSON.parse(
      await orderBody(TRADER, { context: CONTEXT, parts: [part], inTheWay: [] }, part, order, 1_000_000),
    )
  }

  it('holds numbers where the exchange wants numbers, and text elsewhere', async () => {
    const body = await bodyOf('GTC')
    expect(body).toEqual({
      deferExec: false,
      postOnly: false,
      orderType: 'GTC',
      owner: 'key',
      order: {
        salt: 5,
        maker: FUNDER,
        signer: ADDRESS,
        tokenId: '11',
        makerAmount: '4000000',
        takerAmount: '10000000',
        side: 'BUY',
        signatureType: 2,
        timestamp: '7',
        expiration: '0',
        metadata: `0x${'0'.repeat(64)}`,
        builder: `0x${'0'.repeat(64)}`,
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      },
    })
    expect(await bodyOf('GTC')).toEqual(body)
  })

  it.each([
    ['FAK', 'IOC', null, 'FAK', '0'],
    ['FOK', 'FOK', null, 'FOK', '0'],
    ['IOC_BUY', 'IOC', null, 'GTC', '0'],
    // Sent at second 1000: expiry plus 60 s has to be 180 s ahead, and a little more for the way.
    ['GTC', 'GTD', 1_130_000, 'GTD', '1190'],
    ['GTC', 'GTD', 1_130_001, 'GTD', '1191'],
    ['GTC', 'GTD', 1_129_000, 'GTC', '0'],
  ] as const)(
    'of kind %s with %s and expiry %s goes as %s',
    async (kind, timeInForce, expiresAt, orderType, expiration) => {
      expect(await bodyOf(kind, { timeInForce, expiresAt, postOnly: false })).toMatchObject({
        orderType,
        postOnly: false,
        order: { expiration },
      })
    },
  )
})
