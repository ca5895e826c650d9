/** The WebSocket of the simulated EXCHANGE_A behaves as the exchange's (Kalshi live reference, sections 1.1 to 1.6). */

import { afterEach, describe, expect, it } from 'vitest'
import { openSocket, type SocketClient } from '../socket-client.ts'
import {
  ANN,
  BOB,
  FED,
  openSimulated,
  orderBody,
  POLITICS,
  type Signer,
  type SimulatedExchange,
  START,
  signed,
} from './simulated.ts'

let simulated: SimulatedExchange
const clients: SocketClient[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await simulated.close()
})

const connect = async (as: Signer = ANN): Promise<SocketClient> => {
  const { socketUrl } = simulated.simulator
  const client = await openSocket(socketUrl, signed(as, 'GET', new URL(socketUrl).pathname, simulated.time.now))
  clients.push(client)
  return client
}

const openClient = async (): Promise<SocketClient> => {
  simulated = await openSimulated()
  return connect()
}

const subscribe = (client: SocketClient, params: Record<string, unknown>, id = 1): void =>
  client.send({ id, cmd: 'subscribe', params })

const setBook = (market: string, bids: number[][], asks: number[][]) =>
  simulated.control('book', { market, bids, asks })

const place = (more: Record<string, unknown> = {}, as: Signer = ANN) =>
  simulated.call('POST', '/portfolio/events/orders', orderBody(more), as)

const kindOf = ({ type, msg }: Record<string, unknown>): unknown =>
  new Map(Object.entries(msg ?? {})).get('event_type') ?? type

const BOOK = { channels: ['orderbook_delta'], market_tickers: [POLITICS], use_yes_price: true }

/** The acknowledgement and the snapshot are taken. */
const openBook = async (): Promise<SocketClient> => {
  const client = await openClient()
  subscribe(client, BOOK)
  await client.take(2)
  return client
}

describe('the handshake', () => {
  it('is refused with 401 without a signature, for every channel', async () => {
    simulated = await openSimulated()
    const { socketUrl } = simulated.simulator
    await expect(openSocket(socketUrl)).rejects.toThrow('refused with 401')
    const other = signed(ANN, 'GET', '/trade-api/v2/other', START)
    await expect(openSocket(socketUrl, other)).rejects.toThrow('refused with 401')
    await connect()
  })

  it('is followed by pings that say heartbeat', async () => {
    simulated = await openSimulated({ pingEveryMs: 20 })
    const client = await connect()
    await client.within(100)
    expect(client.pings().length).toBeGreaterThan(1)
    expect(new Set(client.pings())).toEqual(new Set(['heartbeat']))
  })
})

describe('subscribe', () => {
  it('acknowledges each channel with the same id, then sends the snapshots', async () => {
    simulated = await openSimulated()
    await setBook(POLITICS, [[0.47, 3]], [[0.52, 1]])
    const client = await connect()
    subscribe(client, { ...BOOK, channels: ['orderbook_delta', 'trade'] })
    expect(await client.take(3)).toEqual([
      { type: 'subscribed', id: 1, msg: { channel: 'orderbook_delta', sid: 1 } },
      { type: 'subscribed', id: 1, msg: { channel: 'trade', sid: 2 } },
      {
        type: 'orderbook_snapshot',
        sid: 1,
        seq: 1,
        sending_ts_ms: START,
        msg: {
          market_ticker: POLITICS,
          market_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          yes_dollars_fp: [['0.4700', '3.00']],
          no_dollars_fp: [['0.5200', '1.00']],
        },
      },
    ])
  })

  it('shows asks at NO prices unless YES prices are asked for', async () => {
    simulated = await openSimulated()
    await setBook(POLITICS, [[0.47, 3]], [[0.52, 2]])
    const client = await connect()
    subscribe(client, { ...BOOK, use_yes_price: false })
    expect((await client.nextOf('orderbook_snapshot'))['msg']).toMatchObject({ no_dollars_fp: [['0.4800', '2.00']] })
    await setBook(POLITICS, [[0.47, 3]], [])
    expect((await client.nextOf('orderbook_delta'))['msg']).toMatchObject({ side: 'yes', delta_fp: '-3.00' })
    expect((await client.next())['msg']).toMatchObject({ side: 'no', price_dollars: '0.4800', delta_fp: '-2.00' })
  })

  it('leaves the key of an empty side out', async () => {
    const client = await openClient()
    subscribe(client, BOOK)
    const { msg } = await client.nextOf('orderbook_snapshot')
    expect(Object.keys(msg ?? {})).toEqual(['market_ticker', 'market_id'])
  })

  it('makes no second subscription to an open channel: the markets join it', async () => {
    const client = await openBook()
    subscribe(client, { ...BOOK, market_tickers: [POLITICS, FED] }, 2)
    expect(await client.take(2)).toMatchObject([
      { type: 'subscribed', id: 2, msg: { channel: 'orderbook_delta', sid: 1 } },
      { type: 'orderbook_snapshot', sid: 1, seq: 2, msg: { market_ticker: FED } },
    ])
  })

  it('says nothing about an unknown ticker', async () => {
    const client = await openClient()
    subscribe(client, { ...BOOK, market_tickers: ['NOBODY-KNOWS'] })
    expect(await client.within(60)).toHaveLength(1)
  })
})

describe('the other commands', () => {
  it('add_markets is answered by ok with the full list, then by snapshots of the new ones', async () => {
    const client = await openBook()
    const change = { cmd: 'update_subscription', params: { sids: [1], action: 'add_markets', market_tickers: [FED] } }
    client.send({ id: 2, ...change })
    expect(await client.take(2)).toMatchObject([
      { type: 'ok', id: 2, sid: 1, seq: 2, msg: { market_tickers: [POLITICS, FED] } },
      { type: 'orderbook_snapshot', sid: 1, seq: 3, msg: { market_ticker: FED } },
    ])
  })

  it('skip_ticker_ack leaves the list out', async () => {
    const client = await openBook()
    const params = { sid: 1, action: 'add_markets', market_ticker: FED, skip_ticker_ack: true }
    client.send({ id: 2, cmd: 'update_subscription', params })
    expect(await client.next()).toEqual({ type: 'ok', id: 2, sid: 1, seq: 2, msg: {} })
  })

  it('delete_markets ends the data of those markets alone', async () => {
    const client = await openClient()
    subscribe(client, { ...BOOK, market_tickers: [POLITICS, FED] })
    await client.take(3)
    const params = { sid: 1, action: 'delete_markets', market_tickers: [POLITICS] }
    client.send({ id: 3, cmd: 'update_subscription', params })
    expect(await client.next()).toMatchObject({ type: 'ok', seq: 3, msg: { market_tickers: [FED] } })
    await setBook(POLITICS, [[0.4, 1]], [])
    await setBook(FED, [[0.4, 1]], [])
    expect(await client.next()).toMatchObject({ seq: 4, msg: { market_ticker: FED } })
  })

  it('get_snapshot changes nothing and is answered by the snapshots alone, which carry its id', async () => {
    const client = await openBook()
    const params = { sids: [1], action: 'get_snapshot', market_tickers: [POLITICS] }
    client.send({ id: 4, cmd: 'update_subscription', params })
    client.send({ id: 5, cmd: 'list_subscriptions' })
    expect(await client.take(2)).toMatchObject([
      { type: 'orderbook_snapshot', id: 4, sid: 1, seq: 2, msg: { market_ticker: POLITICS } },
      { type: 'ok', id: 5, msg: [{ channel: 'orderbook_delta', sid: 1 }] },
    ])
  })

  it('unsubscribe is confirmed once for each subscription, with the next number', async () => {
    const client = await openClient()
    subscribe(client, { ...BOOK, channels: ['orderbook_delta', 'trade'] })
    await client.take(3)
    client.send({ id: 6, cmd: 'unsubscribe', params: { sids: [1, 2] } })
    expect(await client.take(2)).toEqual([
      { type: 'unsubscribed', id: 6, sid: 1, seq: 2 },
      { type: 'unsubscribed', id: 6, sid: 2, seq: 1 },
    ])
    await setBook(POLITICS, [[0.4, 1]], [])
    expect(await client.within(60)).toEqual([])
  })
})

describe('errors', () => {
  const SUBSCRIBED = { id: 9, cmd: 'update_subscription' }
  it.each([
    [1, 'text that is no JSON', 'subscribe please'],
    [1, 'values of other types', { id: 9, cmd: 'subscribe', params: { channels: 'trade' } }],
    [2, 'no params', { id: 9, cmd: 'subscribe' }],
    [3, 'no channels', { id: 9, cmd: 'subscribe', params: {} }],
    [4, 'no sids', { id: 9, cmd: 'unsubscribe', params: {} }],
    [5, 'an unknown command', { id: 9, cmd: 'resubscribe', params: {} }],
    [7, 'an unknown sid', { id: 9, cmd: 'unsubscribe', params: { sids: [7] } }],
    [8, 'an unknown channel', { id: 9, cmd: 'subscribe', params: { channels: ['ticker_v2'] } }],
    [
      11,
      'a ticker and tickers',
      { id: 9, cmd: 'subscribe', params: { channels: ['trade'], market_ticker: 'A', market_tickers: ['B'] } },
    ],
    [
      11,
      'market ids on another channel than ticker',
      { id: 9, cmd: 'subscribe', params: { channels: ['trade'], market_ids: ['A'] } },
    ],
    [
      12,
      'two sids for one change',
      { ...SUBSCRIBED, params: { sids: [1, 2], action: 'add_markets', market_tickers: ['B'] } },
    ],
    [13, 'an unknown action', { ...SUBSCRIBED, params: { sids: [1], action: 'replace', market_tickers: ['B'] } }],
    [14, 'a book without a ticker', { id: 9, cmd: 'subscribe', params: { channels: ['orderbook_delta'] } }],
    [14, 'a change without a ticker', { ...SUBSCRIBED, params: { sids: [1], action: 'add_markets' } }],
    [15, 'a change without an action', { ...SUBSCRIBED, params: { sids: [1], market_tickers: ['B'] } }],
  ])('%i: %s', async (code, _, frame) => {
    const client = await openBook()
    client.send(frame)
    const error = await client.next()
    expect(error).toMatchObject({ type: 'error', msg: { code } })
    if (typeof frame !== 'string' && code !== 1) expect(error['id']).toBe(9)
  })
})

describe('numbers', () => {
  it('are dense in each subscription that counts, over all its markets, and begin anew on a new connection', async () => {
    simulated = await openSimulated()
    const first = await connect()
    subscribe(first, { ...BOOK, channels: ['orderbook_delta', 'trade'], market_tickers: [POLITICS, FED] })
    await first.take(2)
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    await setBook(FED, [[0.4, 5]], [[0.45, 5]])
    await simulated.control('trade', { market: POLITICS, price: 0.4, qty: 2, buy_flag: false })
    const messages = await first.take(8)
    const seqs = (sid: number) => messages.filter((one) => one['sid'] === sid).map((one) => one['seq'])
    expect(seqs(1)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(seqs(2)).toEqual([1])
    const second = await connect()
    subscribe(second, BOOK)
    expect(await second.nextOf('orderbook_snapshot')).toMatchObject({ seq: 1 })
  })

  it('stand on no ticker, fill, user_order or market_position', async () => {
    simulated = await openSimulated()
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    const client = await connect()
    subscribe(client, { channels: ['ticker', 'fill', 'user_orders', 'market_positions'] })
    await client.take(4)
    await place({ price: '0.4500', count: '1.00' })
    const messages = await client.take(4)
    expect(messages.map(({ type }) => type)).toEqual(['ticker', 'user_order', 'fill', 'market_position'])
    expect(messages.every((one) => !('seq' in one))).toBe(true)
  })
})

describe('the book', () => {
  it('stays equal to the REST book when every change is applied', async () => {
    simulated = await openSimulated({ bot: true })
    const client = await connect()
    subscribe(client, BOOK)
    for (let count = 0; count < 30; count += 1) await simulated.pass(1000)
    client.send({ id: 2, cmd: 'list_subscriptions' })
    const levels = new Map<string, number>()
    for (let message = await client.next(); message['type'] !== 'ok'; message = await client.next()) {
      const msg = (message['msg'] ?? {}) as Record<string, string[][]> & Record<string, string>
      for (const side of ['yes', 'no']) {
        for (const [price, size] of msg[`${side}_dollars_fp`] ?? []) levels.set(`${side} ${price}`, Number(size) * 100)
      }
      if (message['type'] !== 'orderbook_delta') continue
      const key = `${msg['side']} ${msg['price_dollars']}`
      const size = Math.round((levels.get(key) ?? 0) + Number(msg['delta_fp']) * 100)
      expect(size).toBeGreaterThanOrEqual(0)
      if (size === 0) levels.delete(key)
      else levels.set(key, size)
    }
    const { body } = await simulated.call('GET', `/markets/${POLITICS}/orderbook`)
    const { yes_dollars, no_dollars } = body['orderbook_fp'] as unknown as Record<string, [string, string][]>
    const expected = [
      ...(yes_dollars ?? []).map(([price, size]) => [`yes ${price}`, Number(size) * 100] as const),
      ...(no_dollars ?? []).map(
        ([price, size]) => [`no ${(1 - Number(price)).toFixed(4)}`, Number(size) * 100] as const,
      ),
    ]
    expect(new Map([...levels].sort())).toEqual(new Map([...expected].sort()))
  })

  it('marks a change that an own order caused, for its owner only', async () => {
    simulated = await openSimulated()
    const [ann, bob] = [await connect(ANN), await connect(BOB)]
    for (const client of [ann, bob]) subscribe(client, BOOK)
    await Promise.all([ann.take(2), bob.take(2)])
    await place({ client_order_id: 'mine', price: '0.3000', count: '2.00' })
    const change = { price_dollars: '0.3000', delta_fp: '2.00', side: 'yes', ts_ms: START }
    expect((await ann.next())['msg']).toMatchObject({ ...change, client_order_id: 'mine', subaccount: 0 })
    expect((await bob.next())['msg']).not.toHaveProperty('client_order_id')
  })
})

describe('a stream as it was recorded on the demo (Kalshi live reference, section 10)', () => {
  const RECORDED = [
    'subscribed id 1 orderbook_delta sid 1',
    'subscribed id 1 trade sid 2',
    'snapshot sid 1 seq 1 yes [0.4700,3.00] no [0.5200,1.00]',
    'delta seq 2 no 0.5200 -1.00',
    'delta seq 3 no 0.5200 2.00',
  ]

  it('comes the same way when the same happens', async () => {
    simulated = await openSimulated()
    await place({ price: '0.4700', count: '3.00' })
    const { body } = await place({ side: 'ask', price: '0.5200', count: '1.00' }, BOB)
    const client = await connect()
    subscribe(client, { ...BOOK, channels: ['orderbook_delta', 'trade'] })
    await simulated.call('DELETE', `/portfolio/events/orders/${body['order_id']}?exchange_index=0`, undefined, BOB)
    await place({ side: 'ask', price: '0.5200', count: '2.00' }, BOB)
    expect((await client.take(5)).map(lineOf)).toEqual(RECORDED)
  })

  const lineOf = ({ type, id, sid, seq, msg = {} }: Record<string, unknown>): string => {
    const read = new Map<string, unknown>(Object.entries(msg ?? {}))
    if (type === 'subscribed') return `subscribed id ${id} ${read.get('channel')} sid ${read.get('sid')}`
    if (type === 'orderbook_delta') {
      return `delta seq ${seq} ${read.get('side')} ${read.get('price_dollars')} ${read.get('delta_fp')}`
    }
    return `snapshot sid ${sid} seq ${seq} yes [${read.get('yes_dollars_fp')}] no [${read.get('no_dollars_fp')}]`
  }
})

describe('tickers and trades', () => {
  it('come for all markets when none is named, a ticker only when a field of it has changed', async () => {
    const client = await openClient()
    subscribe(client, { channels: ['ticker', 'trade'] })
    await client.take(2)
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    expect((await client.next())['msg']).toMatchObject({
      market_ticker: POLITICS,
      yes_bid_dollars: '0.4000',
      yes_bid_size_fp: '5.00',
      yes_ask_dollars: '0.4500',
      ts_ms: START,
      ts: START / 1000,
    })
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    await simulated.control('trade', { market: POLITICS, price: 0.4, qty: 2, buy_flag: false })
    expect(await client.take(2)).toMatchObject([
      {
        type: 'trade',
        seq: 1,
        msg: {
          market_ticker: POLITICS,
          yes_price_dollars: '0.4000',
          no_price_dollars: '0.6000',
          count_fp: '2.00',
          taker_outcome_side: 'no',
          taker_book_side: 'ask',
          is_block_trade: false,
        },
      },
      { type: 'ticker', msg: { price_dollars: '0.4000', yes_bid_size_fp: '3.00', last_trade_size_fp: '2.00' } },
    ])
  })

  it('send_initial_snapshot brings the tickers of the named markets at once', async () => {
    const client = await openClient()
    subscribe(client, { channels: ['ticker'], market_tickers: [FED], send_initial_snapshot: true })
    expect(await client.nextOf('ticker')).toMatchObject({ sid: 1, msg: { market_ticker: FED } })
  })
})

describe('the account channels', () => {
  it('tell an order as totals, with the reason of its last change', async () => {
    const client = await openClient()
    subscribe(client, { channels: ['user_orders'] })
    await client.next()
    const { body } = await place({ client_order_id: 'o1', price: '0.3000', count: '5.00' })
    expect(await client.next()).toMatchObject({
      type: 'user_order',
      sid: 1,
      msg: {
        order_id: body['order_id'],
        client_order_id: 'o1',
        ticker: POLITICS,
        status: 'resting',
        yes_price_dollars: '0.3000',
        initial_count_fp: '5.00',
        fill_count_fp: '0.00',
        remaining_count_fp: '5.00',
        created_ts_ms: START,
        subaccount_number: 0,
      },
    })
    await simulated.control('trade', { market: POLITICS, price: 0.3, qty: 2, buy_flag: false })
    expect((await client.next())['msg']).toMatchObject({ fill_count_fp: '2.00', last_update_reason: 'Trade' })
    const order = `/portfolio/events/orders/${body['order_id']}`
    await simulated.call('POST', `${order}/decrease`, { reduce_to: '1.00', market_ticker: POLITICS })
    expect((await client.next())['msg']).toMatchObject({ remaining_count_fp: '1.00', last_update_reason: 'Decrease' })
    await simulated.control('status', { market: POLITICS, status: 'closed' })
    expect((await client.next())['msg']).toMatchObject({ status: 'canceled', last_update_reason: 'CloseCancel' })
  })

  it('tell a fill under the id that REST gives it, with the position after it', async () => {
    simulated = await openSimulated()
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    const client = await connect()
    subscribe(client, { channels: ['fill', 'market_positions'], market_tickers: [POLITICS] })
    await client.take(2)
    await place({ client_order_id: 'o2', price: '0.4500', count: '3.00' })
    const { body } = await simulated.call('GET', '/portfolio/fills')
    const [rest] = body['fills'] as unknown as Record<string, unknown>[]
    const fill = await client.next()
    expect(fill).toMatchObject({
      type: 'fill',
      msg: {
        trade_id: rest?.['fill_id'],
        order_id: rest?.['order_id'],
        client_order_id: 'o2',
        is_taker: true,
        outcome_side: 'yes',
        book_side: 'bid',
        yes_price_dollars: '0.4500',
        count_fp: '3.00',
        fee_cost: rest?.['fee_cost'],
        post_position_fp: '3.00',
        ts_ms: START,
      },
    })
    expect((await client.next())['msg']).toMatchObject({ position_fp: '3.00', volume_fp: '3.00' })
  })

  it('tell nothing of other accounts', async () => {
    simulated = await openSimulated()
    const client = await connect(BOB)
    subscribe(client, { channels: ['user_orders', 'fill', 'market_positions'] })
    await client.take(3)
    await place({ price: '0.3000' })
    expect(await client.within(60)).toEqual([])
  })

  it('can come before or after the answer of the call', async () => {
    const client = await openClient()
    subscribe(client, { channels: ['user_orders'] })
    await client.next()
    await simulated.control('switches', { stream_timing: 'after_answer' })
    await place({ price: '0.3000' })
    expect(await client.within(5)).toEqual([])
    expect((await client.next())['type']).toBe('user_order')
  })

  it('tell a settlement as a position, not as a fill', async () => {
    simulated = await openSimulated()
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    await place({ price: '0.4500', count: '3.00' })
    const client = await connect()
    subscribe(client, { channels: ['fill', 'market_positions', 'market_lifecycle_v2'] })
    await client.take(3)
    await simulated.control('resolve', { market: POLITICS, outcome: 'yes' })
    const messages = await client.take(4)
    expect(messages.map((one) => kindOf(one))).toEqual([
      'close_date_updated',
      'determined',
      'settled',
      'market_position',
    ])
    expect(messages.map((one) => one['seq'])).toEqual([1, 2, 3, undefined])
    expect(messages[1]?.['msg']).toMatchObject({ result: 'yes', settlement_value: '1.0000' })
  })
})

describe('the lifecycle channel', () => {
  it('sends new markets, pauses and results, and nothing when an opening or closing time passes', async () => {
    const client = await openClient()
    subscribe(client, { channels: ['market_lifecycle_v2'] })
    await client.next()
    await simulated.control('status', { market: POLITICS, status: 'paused' })
    await simulated.control('status', { market: POLITICS, status: 'active' })
    expect(await client.take(2)).toMatchObject([
      {
        type: 'market_lifecycle_v2',
        msg: { event_type: 'deactivated', market_ticker: POLITICS, is_deactivated: true },
      },
      { type: 'market_lifecycle_v2', msg: { event_type: 'activated', market_ticker: POLITICS, is_deactivated: false } },
    ])
    await simulated.pass(25 * 3_600_000)
    const messages = await client.within(200)
    const types = new Set(messages.map((one) => kindOf(one)))
    expect(types).toEqual(new Set(['created', 'determined', 'settled', 'event_lifecycle']))
    expect(messages.map((one) => one['seq'])).toEqual(messages.map((_, place) => place + 3))
  })
})

describe('faults', () => {
  it('a lost message shows as a gap in the numbers', async () => {
    const client = await openBook()
    await simulated.control('streams', { kind: 'lose', type: 'orderbook_delta', times: 1 })
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    expect((await client.next())['seq']).toBe(3)
  })

  it('slow messages come in their order when their time has come, and others at once', async () => {
    const client = await openBook()
    await simulated.control('streams', { kind: 'slow', type: 'orderbook_delta', delay_ms: 5_000 })
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    await simulated.pass(4_000)
    subscribe(client, { channels: ['trade'] })
    expect(await client.next()).toMatchObject({ type: 'subscribed' })
    await simulated.pass(1_000)
    expect(await client.take(2)).toMatchObject([{ seq: 2 }, { seq: 3 }])
  })

  it('a connection ends with a close frame or without one', async () => {
    simulated = await openSimulated()
    const [polite, cut] = [await connect(), await connect()]
    subscribe(polite, { channels: ['trade'] })
    await polite.next()
    await simulated.control('streams', { kind: 'drop', type: 'trade', code: 1001 })
    expect((await polite.closed)[0]).toBe(1001)
    await simulated.control('streams', { kind: 'drop' })
    expect((await cut.closed)[0]).toBe(1006)
  })

  it('the requested number of handshakes is refused, with a status or without a word', async () => {
    simulated = await openSimulated()
    await simulated.control('streams', { kind: 'refuse', status: 503, times: 1 })
    await expect(connect()).rejects.toThrow('refused with 503')
    await simulated.control('streams', { kind: 'refuse', times: 1 })
    await expect(connect()).rejects.toThrow('socket hang up')
    await connect()
  })

  it('a frozen stream brings nothing but pings until the fault ends', async () => {
    simulated = await openSimulated({ pingEveryMs: 20 })
    const client = await connect()
    subscribe(client, BOOK)
    await client.take(2)
    await simulated.control('streams', { kind: 'freeze' })
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    expect(await client.within(100)).toEqual([])
    expect(client.pings().length).toBeGreaterThan(1)
    await fetch(`${simulated.simulator.controlUrl}/control/streams`, { method: 'DELETE' })
    await setBook(POLITICS, [[0.4, 6]], [[0.45, 5]])
    expect((await client.next())['seq']).toBe(4)
  })

  it('messages come twice, or after the one that follows', async () => {
    const client = await openBook()
    await simulated.control('streams', { kind: 'duplicate', times: 1 })
    await setBook(POLITICS, [[0.4, 5]], [[0.45, 5]])
    expect((await client.take(3)).map(({ seq }) => seq)).toEqual([2, 2, 3])
    await simulated.control('streams', { kind: 'reorder', times: 1 })
    await setBook(POLITICS, [[0.41, 5]], [[0.45, 5]])
    expect((await client.take(2)).map(({ seq }) => seq)).toEqual([5, 4])
  })

  it.each([10, 25])('error %i kills the subscription, whose number it carries', async (code) => {
    const client = await openClient()
    subscribe(client, { ...BOOK, channels: ['orderbook_delta', 'trade'] })
    await client.take(3)
    await simulated.control('streams', { kind: 'error', code, type: 'orderbook_delta' })
    expect(await client.next()).toMatchObject({ type: 'error', sid: 1, seq: 2, msg: { code } })
    client.send({ id: 2, cmd: 'list_subscriptions' })
    expect(await client.next()).toMatchObject({ msg: [{ channel: 'trade', sid: 2 }] })
    subscribe(client, BOOK, 3)
    expect(await client.take(2)).toMatchObject([{ msg: { sid: 3 } }, { type: 'orderbook_snapshot', sid: 3, seq: 1 }])
  })

  it('error 27 refuses a command, and error 26 one that names too many markets', async () => {
    const client = await openClient()
    await simulated.control('streams', { kind: 'error', code: 27, times: 1 })
    subscribe(client, BOOK)
    expect(await client.next()).toMatchObject({ type: 'error', id: 1, msg: { code: 27 } })
    await simulated.control('switches', { markets_per_subscription: 1 })
    subscribe(client, { ...BOOK, market_tickers: [POLITICS, FED] }, 2)
    expect(await client.next()).toMatchObject({ type: 'error', id: 2, msg: { code: 26 } })
    subscribe(client, BOOK, 3)
    expect(await client.next()).toMatchObject({ type: 'subscribed', id: 3 })
  })

  it('a market is silent from the start for those who subscribe to it', async () => {
    simulated = await openSimulated()
    await simulated.control('streams', { kind: 'mute', market: POLITICS })
    const client = await connect()
    subscribe(client, { ...BOOK, market_tickers: [POLITICS, FED] })
    expect(await client.take(2)).toMatchObject([{ type: 'subscribed' }, { seq: 1, msg: { market_ticker: FED } }])
    await setBook(POLITICS, [[0.4, 5]], [])
    await setBook(FED, [[0.4, 5]], [])
    expect(await client.next()).toMatchObject({ seq: 2, msg: { market_ticker: FED } })
  })
})
