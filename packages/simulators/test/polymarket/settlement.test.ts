import { afterEach, describe, expect, it } from 'vitest'
import { newTraders, openPolymarket, type SimulatedPolymarket, STANDARD, START, type Trader } from './simulated.ts'

let simulated: SimulatedPolymarket

afterEach(() => simulated.close())

const CONDITION = STANDARD.conditionId
const [YES, NO] = STANDARD.tokens

const open = async (options: Parameters<typeof openPolymarket>[0] = {}) => {
  const traders = newTraders()
  simulated = await openPolymarket({ traders: Object.values(traders), ...options })
  return traders
}

const setBook = (bids: [number, number][], asks: [number, number][]) =>
  simulated.control('book', { market: CONDITION, bids, asks })

const trades = async (query = '', as?: Trader) =>
  (await simulated.call('GET', `/data/trades${query}`, undefined, as)).body['data'] as unknown as Record<
    string,
    unknown
  >[]

const balance = async (token: string | null, as?: Trader) => {
  const query = token === null ? 'asset_type=COLLATERAL' : `asset_type=CONDITIONAL&token_id=${token}`
  const type = `signature_type=${as?.signatureType ?? 0}`
  return (
    Number((await simulated.call('GET', `/balance-allowance?${query}&${type}`, undefined, as)).body['balance']) / 1e6
  )
}

const accountOf = async (id: string) => {
  const found = (await simulated.ledger()).accounts.find((account) => account.id === id)
  if (found === undefined) throw new Error(`no account ${id}`)
  return found
}

const fee = (qty: number, price: number): number =>
  Math.round(((qty * STANDARD.feeRate) / 1e6) * price * (1 - price) * 1e5) / 1e5

describe('a trade', () => {
  it('is matched, then mined, then confirmed, and moves money and shares when it is mined', async () => {
    await open()
    await setBook([], [[0.5, 10]])
    await simulated.place({ price: 0.5 })
    const [matched] = await trades()
    expect(matched).toMatchObject({
      status: 'MATCHED',
      match_time: String(START / 1000),
      last_update: String(START / 1000),
    })
    expect(matched?.['transaction_hash']).toBeUndefined()
    expect([await balance(null), await balance(YES)]).toEqual([1_000, 0])
    await simulated.pass(2_000)
    expect(await trades()).toMatchObject([
      { status: 'MINED', transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    ])
    expect([await balance(null), await balance(YES)]).toEqual([1_000 - 5 - fee(10, 0.5), 10])
    await simulated.pass(2_000)
    expect(await trades()).toMatchObject([{ status: 'CONFIRMED', last_update: String(START / 1000 + 4) }])
  })

  it('needs no tick: a call finds due trades', async () => {
    await open()
    await setBook([], [[0.5, 10]])
    await simulated.place({ price: 0.5 })
    simulated.time.now += 60_000
    expect(await trades()).toMatchObject([{ status: 'CONFIRMED' }])
    expect(await balance(YES)).toBe(10)
  })

  it('holds every maker of one price, and is seen by each side as its own', async () => {
    const { ann, bob, cleo } = await open()
    const one = await simulated.place({ side: 'BUY', outcome: 1, price: 0.5, size: 6 }, bob)
    const two = await simulated.place({ side: 'BUY', outcome: 1, price: 0.5, size: 8 }, cleo)
    const three = await simulated.place({ side: 'BUY', outcome: 1, price: 0.49, size: 5 }, bob)
    const taken = await simulated.place({ price: 0.51, size: 19 }, ann)
    expect(taken.body['tradeIDs']).toHaveLength(2)
    const [later, first] = await trades('', ann)
    expect(first).toMatchObject({
      trader_side: 'TAKER',
      size: '14',
      price: '0.5',
      taker_order_id: taken.body['orderID'],
    })
    expect(first?.['maker_orders']).toMatchObject([
      { order_id: one.body['orderID'], matched_amount: '6', asset_id: NO, side: 'BUY', maker_address: bob.funder },
      { order_id: two.body['orderID'], matched_amount: '8', owner: cleo.keys?.apiKey },
    ])
    expect(later).toMatchObject({
      size: '5',
      price: '0.51',
      maker_orders: [{ order_id: three.body['orderID'], price: '0.49' }],
    })
    expect(await trades('', bob)).toMatchObject([{ trader_side: 'MAKER' }, { trader_side: 'MAKER' }])
    expect(await trades('', cleo)).toHaveLength(1)
    const { fills } = await accountOf('bob')
    expect(fills.map(({ qty, price, buy_flag }) => [qty, price, buy_flag])).toEqual([
      [6, 0.5, false],
      [5, 0.51, false],
    ])
  })

  it('is found by id, market, token, maker and time, a hundred a page', async () => {
    const { ann } = await open()
    await setBook([], [[0.5, 10_000]])
    for (let count = 0; count < 3; count += 1) await simulated.place({ price: 0.5, size: 5 })
    simulated.time.now += 10_000
    await simulated.place({ outcome: 1, price: 0.3, size: 5 })
    await simulated.control('trade', { market: CONDITION, price: 0.7, qty: 5, buy_flag: true })
    await setBook([], [])
    await simulated.control('trade', { market: CONDITION, price: 0.7, qty: 5, buy_flag: true })
    const all = await trades()
    expect(all).toHaveLength(4)
    const at = START / 1000
    const counts = [
      `?id=${all[1]?.['id']}`,
      `?market=${CONDITION}`,
      '?market=0x12',
      `?asset_id=${NO}`,
      `?after=${at + 5}`,
      `?before=${at + 5}`,
      `?maker_address=${ann.funder}`,
      `?maker_address=0x${'7'.repeat(40)}`,
    ].map(async (query) => (await trades(query)).length)
    expect(await Promise.all(counts)).toEqual([1, 4, 0, 1, 1, 3, 4, 0])
  })

  it('comes in pages with the cursors of the reference', async () => {
    await open({ cash: 100_000 })
    await setBook([], [[0.5, 100_000]])
    for (let count = 0; count < 103; count += 1) await simulated.place({ price: 0.5, size: 5 })
    const page = async (cursor: string) => (await simulated.call('GET', `/data/trades?next_cursor=${cursor}`)).body
    const first = await page('MA==')
    expect(first).toMatchObject({ limit: 100, count: 100, next_cursor: 'MTAw' })
    expect(await page('MTAw')).toMatchObject({ count: 3, next_cursor: 'LTE=' })
    expect(await page('LTE=')).toMatchObject({ count: 0, data: [], next_cursor: 'LTE=' })
  })

  it('spells its statuses with a prefix where asked to', async () => {
    await open({ prefixedStatuses: true })
    await setBook([], [[0.5, 5]])
    const placed = await simulated.place({ price: 0.5 })
    expect(await trades()).toMatchObject([{ status: 'TRADE_STATUS_MATCHED' }])
    const order = await simulated.call('GET', `/data/order/${placed.body['orderID']}`)
    expect(order.body['status']).toBe('ORDER_STATUS_LIVE')
  })
})

describe('a settlement that fails', () => {
  it('is tried again, then undone: shares, money and fees go back, and the trade says so', async () => {
    const { bob } = await open()
    await simulated.place({ price: 0.5, size: 10, outcome: 1 }, bob)
    await simulated.control('mode', { mode: 'settlement_fails' })
    const placed = await simulated.place({ price: 0.5, size: 10 })
    expect(placed.body['status']).toBe('matched')
    await simulated.control('mode', { mode: 'open' })
    expect((await accountOf('ann')).positions).toMatchObject([{ yes: 10, position: 10 }])
    await simulated.pass(2_000)
    expect(await trades()).toMatchObject([{ status: 'RETRYING' }])
    await simulated.pass(2_000)
    expect(await trades()).toMatchObject([{ status: 'FAILED', err_msg: expect.any(String) }])
    for (const id of ['ann', 'bob']) {
      expect(await accountOf(id)).toMatchObject({
        cash: 1_000,
        positions: [],
        orders: [{ filled_qty: 0, qty: 10 }],
        fills: [{ status: 'FAILED', qty: 10 }],
      })
    }
    expect([await balance(null), await balance(YES), await balance(NO, bob)]).toEqual([1_000, 0, 0])
    expect((await simulated.place({ side: 'SELL', size: 5 })).body['error']).toMatch('not enough balance')
  })

  it('leaves trades before and after it alone', async () => {
    await open()
    await setBook([], [[0.5, 100]])
    await simulated.place({ price: 0.5, size: 5 })
    await simulated.control('mode', { mode: 'settlement_fails' })
    await simulated.place({ price: 0.5, size: 7 })
    await simulated.control('mode', { mode: 'open' })
    await simulated.place({ price: 0.5, size: 9 })
    await simulated.pass(4_000)
    expect((await trades()).map(({ status }) => status)).toEqual(['CONFIRMED', 'FAILED', 'CONFIRMED'])
    expect(await accountOf('ann')).toMatchObject({
      cash: Math.round((1_000 - 7 - fee(5, 0.5) - fee(9, 0.5)) * 1e6) / 1e6,
      positions: [{ yes: 14 }],
    })
  })
})

describe('a resolved market', () => {
  it('pays the value of each token, cancels resting orders, and settles trades in flight', async () => {
    const { bob } = await open()
    await setBook([[0.4, 100]], [[0.5, 100]])
    await simulated.place({ price: 0.5, size: 10 })
    await simulated.place({ outcome: 1, price: 0.6, size: 20 }, bob)
    await simulated.control('mode', { mode: 'settlement_fails' })
    await simulated.place({ outcome: 1, price: 0.6, size: 6 })
    const rests = await simulated.place({ price: 0.1, size: 10 })
    await simulated.control('resolve', { market: CONDITION, outcome: 'no' })
    const [ann, other] = [await accountOf('ann'), await accountOf('bob')]
    expect([ann.positions, other.positions]).toEqual([[], []])
    expect(ann.cash).toBeCloseTo(1_000 - 5 - fee(10, 0.5) - 3.6 - fee(6, 0.6) + 6, 6)
    expect(other.cash).toBeCloseTo(1_000 - 12 - fee(20, 0.6) + 20, 6)
    await simulated.pass(10_000)
    expect((await trades()).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
    const order = await simulated.call('GET', `/data/order/${rests.body['orderID']}`)
    expect(order.body['status']).toBe('CANCELED_MARKET_RESOLVED')
  })
})
