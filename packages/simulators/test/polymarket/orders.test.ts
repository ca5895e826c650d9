import { afterEach, describe, expect, it } from 'vitest'
import { NEG_RISK as NEG_RISK_EXCHANGE, PROTOCOL_V2 } from '../../polymarket/world/exchange-context.ts'
import {
  delayed,
  NEG_RISK,
  newTraders,
  openPolymarket,
  protocolV2,
  type SimulatedPolymarket,
  STANDARD,
  START,
  signOrder,
  type Trader,
  type Wish,
} from './simulated.ts'

let simulated: SimulatedPolymarket

afterEach(() => simulated.close())

const CONDITION = STANDARD.conditionId
const ONE = 1_000_000

const open = async (options: Parameters<typeof openPolymarket>[0] = {}) => {
  const traders = newTraders()
  simulated = await openPolymarket({ traders: Object.values(traders), ...options })
  return traders
}

const setBook = (bids: [number, number][], asks: [number, number][], market = CONDITION) =>
  simulated.control('book', { market, bids, asks })

const accountOf = async (id: string) => {
  const found = (await simulated.ledger()).accounts.find((account) => account.id === id)
  if (found === undefined) throw new Error(`no account ${id}`)
  return found
}

const refused = async (wish: Wish, text: string | RegExp, as?: Trader) => {
  const answer = await simulated.place(wish, as)
  expect(answer.status).toBe(400)
  expect(answer.body['error']).toMatch(text)
}

/** The wallet buys shares and they arrive. */
const hold = async (qty: number, outcome: 0 | 1 = 0, as?: Trader) => {
  await setBook([[0.5, qty]], [[0.51, qty]])
  const price = outcome === 0 ? 0.51 : 0.5
  expect((await simulated.place({ outcome, price, size: qty }, as)).body['status']).toBe('matched')
  await simulated.pass(4_000)
}

describe('an order rests and fills', () => {
  it('rests, fills at its own price without a fee, and shows it', async () => {
    await open()
    const placed = await simulated.place({ price: 0.4, size: 10 })
    expect(placed.body).toEqual({
      success: true,
      errorMsg: '',
      orderID: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      status: 'live',
      makingAmount: '',
      takingAmount: '',
    })
    await simulated.control('trade', { market: CONDITION, price: 0.4, qty: 4, buy_flag: false })
    const order = (await simulated.call('GET', `/data/order/${placed.body['orderID']}`)).body
    expect(order).toMatchObject({ status: 'LIVE', size_matched: '4', original_size: '10', price: '0.4' })
    expect(order['associate_trades']).toHaveLength(1)
    expect(await accountOf('ann')).toMatchObject({
      cash: 998.4,
      fills: [{ price: 0.4, qty: 4, fee: 0, buy_flag: true, status: 'MATCHED' }],
      positions: [{ market: CONDITION, yes: 4, no: 0, position: 4 }],
    })
  })

  it('takes the best price, adds the taker fee, and reports the amounts given and received', async () => {
    await open()
    await setBook(
      [],
      [
        [0.5, 6],
        [0.52, 10],
      ],
    )
    const placed = await simulated.place({ price: 0.55, size: 10 })
    expect(placed.body).toMatchObject({ status: 'matched', makingAmount: '5.08', takingAmount: '10' })
    expect(placed.body['tradeIDs']).toHaveLength(2)
    expect(placed.body['transactionsHashes']).toHaveLength(2)
    const rate = STANDARD.feeRate / ONE
    const fee = floor5(6 * rate * 0.25) + floor5(4 * rate * 0.52 * 0.48)
    expect((await accountOf('ann')).cash).toBeCloseTo(1_000 - 5.08 - fee, 6)
  })

  it('meets the other token: buying NO at 1 - p takes the bids for YES', async () => {
    const { bob } = await open()
    await simulated.place({ price: 0.4, size: 10 }, bob)
    const placed = await simulated.place({ outcome: 1, price: 0.6, size: 10 })
    expect(placed.body).toMatchObject({ status: 'matched', makingAmount: '6', takingAmount: '10' })
    const [trade] = (await simulated.call('GET', '/data/trades')).body['data'] as unknown as Record<string, unknown>[]
    expect(trade).toMatchObject({
      side: 'BUY',
      asset_id: STANDARD.tokens[1],
      price: '0.6',
      size: '10',
      outcome: STANDARD.outcomes[1],
      trader_side: 'TAKER',
      maker_orders: [{ side: 'BUY', asset_id: STANDARD.tokens[0], price: '0.4', matched_amount: '10' }],
    })
    expect((await accountOf('bob')).positions).toMatchObject([{ yes: 10, no: 0 }])
    expect((await accountOf('ann')).positions).toMatchObject([{ yes: 0, no: 10, position: -10 }])
  })

  it('lets a wallet hold both tokens of a pair, apart', async () => {
    await open()
    await hold(10, 0)
    await hold(10, 1)
    const ann = await accountOf('ann')
    expect(ann.positions).toMatchObject([{ yes: 10, no: 10, position: 0 }])
    await setBook([[0.5, 100]], [[0.51, 100]])
    expect((await simulated.place({ side: 'SELL', price: 0.5, size: 10 })).body['status']).toBe('matched')
    expect((await accountOf('ann')).positions).toMatchObject([{ yes: 0, no: 10, position: -10 }])
  })

  it('trades on neg-risk and on Protocol V2 markets in their own contexts', async () => {
    const { dan } = await open()
    expect((await simulated.place({ market: NEG_RISK }, dan)).body['status']).toBe('live')
    expect((await simulated.place({ market: protocolV2() }, dan)).body['status']).toBe('live')
  })
})

describe('FOK and FAK', () => {
  it('a FOK that buys spends its dollars, and gets more shares when the book is better', async () => {
    await open()
    await setBook([], [[0.5, 100]])
    const placed = await simulated.place({ type: 'FOK', amounts: [10 * ONE, 17_543_800] })
    expect(placed.body).toMatchObject({ status: 'matched', makingAmount: '10', takingAmount: '20' })
    expect(placed.body['transactionsHashes']).toBeUndefined()
  })

  it('a FAK takes what there is and drops the rest', async () => {
    await open()
    await setBook(
      [],
      [
        [0.5, 4],
        [0.9, 100],
      ],
    )
    const placed = await simulated.place({ type: 'FAK', amounts: [10 * ONE, 20 * ONE] })
    expect(placed.body).toMatchObject({ status: 'matched', makingAmount: '2', takingAmount: '4' })
    expect((await accountOf('ann')).orders).toMatchObject([{ filled_qty: 4, status: 'canceled' }])
    expect((await simulated.call('GET', '/data/orders')).body).toMatchObject({ count: 0 })
  })

  it('a killed one is refused in words, and its id stays used', async () => {
    const { ann } = await open()
    await setBook([], [[0.5, 4]])
    await refused({ type: 'FOK', amounts: [10 * ONE, 20 * ONE], salt: 1 }, /^order couldn't be fully filled\. FOK/)
    await refused({ type: 'FAK', amounts: [4 * ONE, 10 * ONE], salt: 2 }, /^no orders found to match with FAK order\./)
    await setBook([], [[0.5, 100]])
    await refused({ type: 'FOK', amounts: [10 * ONE, 20 * ONE], salt: 1 }, /is invalid\. Duplicated\.$/)
    expect((await accountOf(ann.id)).orders).toEqual([])
  })

  it('a killed one may come again where killed ids are not kept', async () => {
    await open({ killedOrdersAreIndexed: false })
    await setBook([], [[0.5, 4]])
    await refused({ type: 'FOK', amounts: [10 * ONE, 20 * ONE], salt: 1 }, 'FOK orders are fully filled or killed')
    await setBook([], [[0.5, 100]])
    expect((await simulated.place({ type: 'FOK', amounts: [10 * ONE, 20 * ONE], salt: 1 })).status).toBe(200)
  })

  it('a FOK that sells sells its shares, less the fee off the proceeds', async () => {
    await open()
    await hold(10)
    await setBook([[0.6, 10]], [])
    const before = await accountOf('ann')
    const placed = await simulated.place({ side: 'SELL', type: 'FOK', amounts: [10 * ONE, 5_990_000] })
    expect(placed.body).toMatchObject({ status: 'matched', makingAmount: '10', takingAmount: '6' })
    const fee = floor5(10 * (STANDARD.feeRate / ONE) * 0.24)
    expect((await accountOf('ann')).cash - before.cash).toBeCloseTo(6 - fee, 6)
  })

  it('reports amounts in base units on request', async () => {
    await open({ amountUnits: 'base' })
    await setBook([], [[0.5, 100]])
    expect((await simulated.place({ price: 0.5, size: 10 })).body).toMatchObject({
      makingAmount: '5000000',
      takingAmount: '10000000',
    })
  })
})

describe('refusals', () => {
  it('come in the order of the reference: each order here has all the flaws that follow its own', async () => {
    const { ann, bob, dan } = await open({ cash: 1 })
    await simulated.call('GET', '/data/orders', undefined, bob)
    await simulated.place({ salt: 77, size: 5, price: 0.1 })
    const tick = { price: 0.123, size: 2.345, expiration: 5, postOnly: true, type: 'FAK' } as const
    const external = { ...tick, context: PROTOCOL_V2 }
    await refused({ ...external, order: { makerAmount: '0' } }, 'Invalid order payload')
    await refused({ ...external, order: { salt: '5' } }, 'Invalid order payload')
    await refused({ ...external, order: { nonce: '0' } }, 'invalid order version')
    await refused({ ...external, owner: bob.keys?.apiKey ?? '' }, 'the order owner has to be the owner of the API KEY')
    await refused({ ...external, signer: bob.account.address }, 'the order signer address has to be the address of the')
    await refused({ ...external, signer: dan.account.address }, /the order signer address/, dan)
    await refused({ ...external, maker: bob.funder }, 'maker address not allowed, please use the deposit wallet flow')
    await refused({ ...external, signatureType: 2 }, 'maker address not allowed')
    await refused(external, 'order_version_mismatch')
    await refused({ ...tick, context: NEG_RISK_EXCHANGE }, 'order_version_mismatch')
    await refused({ ...external, context: PROTOCOL_V2 }, 'order_version_mismatch', dan)
    await refused({ salt: 77, size: 5, price: 0.1, amounts: [500_000, 5 * ONE], expiration: 9 }, /./)
    const { id } = await signOrder({ ...tick, type: 'GTC', salt: 5 }, ann, START)
    await refused(
      { ...tick, type: 'GTC', salt: 5 },
      `order ${id} is invalid. Price (0.123) breaks minimum tick size rule: 0.01`,
    )
    await refused({ ...tick, type: 'GTC', price: 0.12 }, /is invalid\. Size \(2\.345\) lower than the minimum: 5$/)
    await refused(
      { ...tick, type: 'GTC', price: 0.12, size: 7.345 },
      'invalid amounts, the buy orders maker amount supports a max accuracy of 4 decimals, taker amount a max of 2',
    )
    await refused({ ...tick, price: 0.12, size: 7 }, 'invalid expiration')
    await refused({ ...tick, price: 0.12, size: 7, expiration: 0 }, 'invalid post-only order: only GTC and GTD')
    await refused(
      { price: 0.5, size: 50 },
      'not enough balance / allowance: the balance is not enough -> balance: 1000000',
    )
  })

  it('keep the id free unless the order was accepted', async () => {
    await open({ cash: 1 })
    await refused({ salt: 3, price: 0.5, size: 10 }, 'not enough balance')
    await refused({ salt: 3, price: 0.5, size: 10 }, 'not enough balance')
    await setBook([], [[0.1, 100]])
    await refused({ salt: 4, price: 0.1, size: 10, postOnly: true }, 'crosses book')
    await setBook([], [])
    expect((await simulated.place({ salt: 4, price: 0.1, size: 10, postOnly: true })).status).toBe(200)
  })

  it('an order that came is a duplicate for ever, also with another type, and once cancelled', async () => {
    await open()
    const again = { salt: 9, price: 0.3, size: 5 }
    const at = START
    simulated.time.now = at
    const placed = await simulated.place(again)
    await refused({ ...again, postOnly: true }, `order ${placed.body['orderID']} is invalid. Duplicated.`)
    await simulated.call('DELETE', '/order', { orderID: placed.body['orderID'] })
    await refused(again, 'Duplicated')
    expect((await simulated.ledger()).submits.map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'duplicate',
      'duplicate',
    ])
  })

  it('a signature of another signer is none', async () => {
    const { bob, dan } = await open()
    for (const as of [bob, dan]) {
      const own = await signOrder({}, as, START)
      const forged = { ...own.body, order: { ...own.body.order, salt: 4242 } }
      await simulated.call('GET', '/data/orders', undefined, as)
      const answer = await simulated.call('POST', '/order', { ...forged, owner: as.keys?.apiKey }, as)
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid signature' } })
    }
  })

  it('a GTD order needs three minutes', async () => {
    await open()
    const now = START / 1000
    await refused({ type: 'GTD', expiration: now + 179 }, 'invalid expiration')
    await refused({ type: 'GTD' }, 'invalid expiration')
    await refused({ type: 'GTC', expiration: now + 600 }, 'invalid expiration')
    expect((await simulated.place({ type: 'GTD', expiration: now + 180 })).status).toBe(200)
  })

  it('post-only may not cross, and a marketable buy is worth a dollar', async () => {
    await open()
    await setBook([], [[0.1, 100]])
    await refused({ price: 0.1, postOnly: true }, 'invalid post-only order: order crosses book')
    await refused({ price: 0.12, size: 5 }, 'invalid amount for a marketable BUY order ($0.6), min size: $1')
    expect((await simulated.place({ price: 0.09, size: 5, postOnly: true })).status).toBe(200)
  })

  it('market orders have two decimals of what they give and four of what they get', async () => {
    await open()
    await setBook([[0.5, 100]], [[0.57, 100]])
    const words = 'maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals'
    await refused({ type: 'FOK', amounts: [10_001_000, 17_545_600] }, `invalid amounts, the market buy orders ${words}`)
    await refused({ type: 'FOK', amounts: [9_980_000, 10_131_970] }, `invalid amounts, the market buy orders ${words}`)
    await refused({ side: 'SELL', type: 'FAK', amounts: [7_770_000, 2_680_650] }, `the market sell orders ${words}`)
  })

  it('an unknown token and a closed market are not found, a paused one is not ready', async () => {
    await open()
    expect(await simulated.place({ order: { tokenId: '12345' } })).toMatchObject({ status: 404 })
    await simulated.control('status', { market: CONDITION, status: 'paused' })
    await refused({}, 'the market is not yet ready to process new orders')
    await simulated.control('status', { market: CONDITION, status: 'active' })
    expect((await simulated.place({})).status).toBe(200)
    await simulated.control('status', { market: CONDITION, status: 'closed' })
    expect(await simulated.place({})).toMatchObject({ status: 404, body: { error: 'market not found' } })
  })
})

describe('cover', () => {
  it('counts open orders per asset: dollars for buys, each token for its sales', async () => {
    await open({ cash: 11 })
    expect((await simulated.place({ price: 0.5, size: 10 })).status).toBe(200)
    expect((await simulated.place({ price: 0.4, size: 10, outcome: 1 })).status).toBe(200)
    await refused(
      { price: 0.5, size: 5 },
      'balance: 11000000, sum of active orders: 9000000, sum of matched orders: 0, order amount (inc. fees): 2500000',
    )
    await refused({ side: 'SELL', size: 5 }, 'not enough balance / allowance: the balance is not enough -> balance: 0')
    await simulated.call('DELETE', '/cancel-all')
    expect((await simulated.place({ price: 0.5, size: 10 })).status).toBe(200)
  })

  it('shares that were bought can be sold once their trade is mined', async () => {
    await open()
    await setBook([[0.5, 100]], [[0.51, 100]])
    await simulated.place({ price: 0.51, size: 10 })
    await refused({ side: 'SELL', price: 0.5, size: 10 }, 'not enough balance')
    await simulated.pass(2_000)
    expect((await simulated.place({ side: 'SELL', price: 0.5, size: 10 })).body['status']).toBe('matched')
  })

  it('uses old balances for a while, until it is asked to refresh them', async () => {
    await open({ balanceCacheMs: 60_000 })
    await simulated.call('GET', `/balance-allowance?asset_type=CONDITIONAL&token_id=${STANDARD.tokens[0]}`)
    await hold(10)
    await refused({ side: 'SELL', price: 0.6, size: 10 }, 'not enough balance / allowance')
    await simulated.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${STANDARD.tokens[0]}`)
    expect((await simulated.place({ side: 'SELL', price: 0.6, size: 10 })).status).toBe(200)
  })
})

describe('batches', () => {
  it('answer leg by leg, and a refused leg still says success', async () => {
    const { ann } = await open()
    await simulated.call('GET', '/data/orders')
    const [one, two] = [
      await signOrder({ salt: 1 }, ann, START),
      await signOrder({ salt: 2, price: 0.123 }, ann, START),
    ]
    const { status, body } = await simulated.call('POST', '/orders', [one.body, one.body, two.body])
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { success: true, orderID: one.id, status: 'live' },
      { success: true, orderID: '', status: '', errorMsg: `order ${one.id} is invalid. Duplicated.` },
      { success: true, orderID: '', makingAmount: '', takingAmount: '' },
    ])
    const many = await simulated.call(
      'POST',
      '/orders',
      Array.from({ length: 16 }, () => one.body),
    )
    expect(many).toMatchObject({ status: 400, body: { error: 'Too many orders in payload: 16, max allowed: 15' } })
  })
})

describe('cancels', () => {
  const cancel = async (path: string, body?: unknown) => (await simulated.call('DELETE', path, body)).body

  it('take what rests, and say why not of what does not', async () => {
    await open()
    const rests = String((await simulated.place({})).body['orderID'])
    const fills = String((await simulated.place({ price: 0.3 })).body['orderID'])
    await simulated.control('trade', { market: CONDITION, price: 0.3, qty: 20, buy_flag: false })
    const unknown = `0x${'9'.repeat(64)}`
    const again = String((await simulated.place({ price: 0.2 })).body['orderID'])
    expect(await cancel('/order', { orderID: again })).toEqual({ canceled: [again], not_canceled: {} })
    expect(await cancel('/orders', [rests, fills, unknown, again])).toEqual({
      canceled: [],
      not_canceled: {
        [rests]: "matched orders can't be canceled",
        [fills]: "matched orders can't be canceled",
        [unknown]: "order can't be found - already canceled or matched",
        [again]: "order can't be found - already canceled or matched",
      },
    })
    expect((await simulated.call('DELETE', '/order', { id: 1 })).status).toBe(400)
    expect(
      (
        await simulated.call(
          'DELETE',
          '/orders',
          Array.from({ length: 1001 }, () => 'x'),
        )
      ).status,
    ).toBe(400)
  })

  it('can be for everything', async () => {
    await open()
    const ids = []
    for (const wish of [{}, { outcome: 1 as const }, { market: NEG_RISK }]) {
      ids.push(String((await simulated.place(wish)).body['orderID']))
    }
    expect(await cancel('/cancel-all')).toMatchObject({ canceled: ids })
    expect(await cancel('/cancel-all')).toEqual({ canceled: [], not_canceled: {} })
  })
})

describe('GTD', () => {
  it('is cancelled a minute before its expiration', async () => {
    await open()
    const placed = await simulated.place({ type: 'GTD', expiration: START / 1000 + 180 })
    const status = async () => (await simulated.call('GET', `/data/order/${placed.body['orderID']}`)).body['status']
    await simulated.pass(119_000)
    expect(await status()).toBe('LIVE')
    await simulated.pass(1_000)
    expect(await status()).toBe('CANCELED')
  })
})

describe('delayed markets', () => {
  it('hold a marketable order, keep it from cancels, and then match it', async () => {
    await open()
    const market = delayed()
    await setBook([], [[0.5, 100]], market.conditionId)
    const placed = await simulated.place({ market, price: 0.5 })
    const id = String(placed.body['orderID'])
    expect(placed.body).toMatchObject({ status: 'delayed', makingAmount: '', takingAmount: '' })
    expect((await simulated.call('DELETE', '/order', { orderID: id })).body).toEqual({
      canceled: [],
      not_canceled: { [id]: "order can't be canceled because it is pending/delayed" },
    })
    expect((await accountOf('ann')).orders).toMatchObject([{ status: 'delayed' }])
    await refused({ salt: 1, price: 0.5, size: 1_999, market }, 'sum of active orders: 5000000')
    await simulated.pass(market.secondsDelay * 1000)
    expect((await simulated.call('GET', `/data/order/${id}`)).body).toMatchObject({
      status: 'MATCHED',
      size_matched: '10',
    })
  })

  it('let it rest, or die, when the price has gone meanwhile', async () => {
    await open()
    const market = delayed()
    await setBook([], [[0.5, 100]], market.conditionId)
    const rests = await simulated.place({ market, price: 0.5 })
    const dies = await simulated.place({ market, type: 'FAK', amounts: [5 * ONE, 10 * ONE] })
    expect([rests.body['status'], dies.body['status']]).toEqual(['delayed', 'delayed'])
    await setBook([], [[0.6, 100]], market.conditionId)
    await simulated.pass(market.secondsDelay * 1000)
    expect((await accountOf('ann')).orders).toMatchObject([{ status: 'resting' }, { status: 'canceled' }])
  })

  it('take other orders at once, and say unmatched when the delay fails', async () => {
    await open({ delayFails: true })
    const market = delayed()
    await setBook([], [[0.5, 100]], market.conditionId)
    expect((await simulated.place({ market, price: 0.4 })).body).toMatchObject({ status: 'live' })
    expect((await simulated.place({ market, price: 0.5 })).body).toMatchObject({
      status: 'unmatched',
      takingAmount: '',
    })
    expect((await accountOf('ann')).orders).toMatchObject([{ filled_qty: 0 }, { filled_qty: 10 }])
  })
})

/** Floored; the sum is there because 0.06 × 1e5 is a hair below a whole number. */
const floor5 = (value: number): number => Math.floor(value * 1e5 + 1e-6) / 1e5

describe('order queries of 14 December 2026', () => {
  const ask = async (query: string) => (await simulated.call('GET', `/data/orders?${query}`)).status

  it('refuse a token without its market, and name no trades of an order', async () => {
    await open()
    const id = (await simulated.place({ price: 0.4, size: 10 })).body['orderID']
    const token = `asset_id=${STANDARD.tokens[0]}`
    const orderNow = async () => (await simulated.call('GET', `/data/order/${id}`)).body
    expect([await ask(token), Object.keys(await orderNow()).includes('associate_trades')]).toEqual([200, true])
    simulated.time.now = Date.UTC(2026, 11, 14)
    expect([await ask(token), Object.keys(await orderNow()).includes('associate_trades')]).toEqual([400, false])
    expect([await ask(`${token}&market=${CONDITION}`), await ask(`market=${CONDITION}`), await ask('')]).toEqual([
      200, 200, 200,
    ])
    await simulated.control('switches', { order_queries: 'old' })
    expect(await ask(token)).toBe(200)
  })
})
