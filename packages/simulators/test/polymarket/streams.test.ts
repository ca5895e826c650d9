/** The WebSockets of the simulated EXCHANGE_B behave as the exchange's (Polymarket live reference, sections 1.1 to 1.3). */

import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { openSocket, type SocketClient } from '../socket-client.ts'
import {
  delayed,
  newTraders,
  openPolymarket,
  protocolV2,
  type SimulatedPolymarket,
  STANDARD,
  START,
  type Trader,
} from './simulated.ts'

let simulated: SimulatedPolymarket
const clients: SocketClient[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await simulated.close()
})

const [YES, NO] = STANDARD.tokens
const TOKEN = /^\d+$/

const connect = async (channel: 'marketWs' | 'userWs' = 'marketWs'): Promise<SocketClient> => {
  const client = await openSocket(simulated.simulator.sockets[channel])
  clients.push(client)
  return client
}

const open = async (more: Record<string, unknown> = {}): Promise<SocketClient> => {
  const client = await connect()
  client.send({ assets_ids: [YES], type: 'market', ...more })
  return client
}

const setBook = (bids: number[][], asks: number[][], market = STANDARD.conditionId) =>
  simulated.control('book', { market, bids, asks })

const trade = (price: number, qty: number, buy_flag: boolean) =>
  simulated.control('trade', { market: STANDARD.conditionId, price, qty, buy_flag })

const readClob = async (path: string): Promise<{ readonly body: Record<string, unknown> }> => {
  const answer = await fetch(`${simulated.simulator.urls.clob}${path}`)
  return { body: (await answer.json()) as Record<string, unknown> }
}

const typesOf = (messages: readonly Record<string, unknown>[]) => messages.map((one) => one['event_type'])

describe('the first frame of the market channel', () => {
  it.each([
    ['PING', 'PING'],
    ['another type', { assets_ids: [], type: 'MARKET' }],
    ['another name for the tokens', { asset_ids: ['1'], type: 'market' }],
    ['a change', { operation: 'subscribe', assets_ids: ['1'] }],
  ])('has to be a subscription: %s is closed with 1008', async (_, frame) => {
    simulated = await openPolymarket()
    const client = await connect()
    client.send(frame)
    expect(await client.closed).toEqual([1008, 'invalid subscription payload'])
  })

  it('is answered by one array with a book for each token, the best price last', async () => {
    simulated = await openPolymarket()
    await setBook(
      [
        [0.4, 10],
        [0.39, 20],
      ],
      [
        [0.45, 5],
        [0.5, 7],
      ],
    )
    const client = await open({ assets_ids: [YES, NO] })
    const { list } = await client.next()
    expect(list).toEqual([
      {
        market: STANDARD.conditionId,
        asset_id: YES,
        timestamp: String(START),
        hash: expect.stringMatching(/^[0-9a-f]{40}$/),
        bids: [
          { price: '0.39', size: '20' },
          { price: '0.4', size: '10' },
        ],
        asks: [
          { price: '0.5', size: '7' },
          { price: '0.45', size: '5' },
        ],
        tick_size: '0.01',
        event_type: 'book',
        last_trade_price: expect.any(String),
      },
      expect.objectContaining({
        asset_id: NO,
        bids: [
          { price: '0.5', size: '7' },
          { price: '0.55', size: '5' },
        ],
        asks: [
          { price: '0.61', size: '20' },
          { price: '0.6', size: '10' },
        ],
      }),
    ])
  })

  it('has a hash that follows from the book and from the market as REST reports it', async () => {
    simulated = await openPolymarket()
    for (const market of [STANDARD, protocolV2()]) {
      await setBook([[0.4, 10]], [[0.45, 5]], market.conditionId)
      const client = await open({ assets_ids: [market.tokens[0]] })
      const { list } = await client.next()
      const [book] = (list ?? []) as Record<string, unknown>[]
      const { body } = await readClob(`/book?token_id=${market.tokens[0]}`)
      const { min_order_size, neg_risk } = body
      const { market: id, asset_id, timestamp, bids, asks, tick_size, last_trade_price } = book ?? {}
      const hashed = {
        market: id,
        asset_id,
        timestamp,
        hash: '',
        bids,
        asks,
        min_order_size,
        tick_size,
        neg_risk,
        last_trade_price,
      }
      expect(book?.['hash']).toBe(createHash('sha1').update(JSON.stringify(hashed)).digest('hex'))
    }
  })

  it('is answered by an empty array for unknown tokens, and by nothing without the dump', async () => {
    simulated = await openPolymarket()
    const client = await open({ assets_ids: ['1'] })
    expect(await client.next()).toEqual({ list: [] })
    const quiet = await open({ initial_dump: false })
    expect(await quiet.within(50)).toEqual([])
  })

  it('is followed by PONG for every PING', async () => {
    simulated = await openPolymarket()
    const client = await open()
    await client.next()
    client.send('PING')
    expect(await client.next()).toEqual({ text: 'PONG' })
  })
})

describe('changes of a subscription', () => {
  it('are not acknowledged; a token that is active gets no new book, one that was left does', async () => {
    simulated = await openPolymarket()
    const client = await open()
    await client.next()
    client.send({ operation: 'subscribe', assets_ids: [YES] })
    expect(await client.within(50)).toEqual([])
    client.send({ operation: 'unsubscribe', assets_ids: [YES] })
    client.send({ operation: 'subscribe', assets_ids: [YES] })
    expect(await client.next()).toMatchObject({ list: [{ event_type: 'book', asset_id: YES }] })
    client.send({ operation: 'unsubscribe', assets_ids: [YES] })
    await setBook([[0.4, 10]], [])
    expect(await client.within(50)).toEqual([])
  })

  it('switch the custom features also by a token that is active', async () => {
    simulated = await openPolymarket()
    const client = await open()
    await client.next()
    client.send({ operation: 'subscribe', assets_ids: [YES], custom_feature_enabled: true })
    expect(await client.next()).toEqual({ text: 'NO NEW ASSETS' })
    await setBook([[0.4, 10]], [[0.45, 5]])
    expect(typesOf(await client.take(2))).toEqual(['price_change', 'best_bid_ask'])
  })
})

describe('a change of prices', () => {
  it('sends the new size of each level, for both tokens in one message', async () => {
    simulated = await openPolymarket()
    await setBook([[0.4, 10]], [[0.45, 5]])
    const client = await open()
    await client.next()
    await setBook([[0.4, 4]], [[0.45, 5]])
    const { price_changes, ...rest } = await client.next()
    expect(rest).toEqual({ event_type: 'price_change', market: STANDARD.conditionId, timestamp: String(START) })
    const hash = expect.stringMatching(/^[0-9a-f]{40}$/)
    const best = { best_bid: '0.4', best_ask: '0.45' }
    expect(price_changes).toEqual(
      expect.arrayContaining([
        { asset_id: YES, price: '0.4', size: '4', side: 'BUY', hash, ...best },
        { asset_id: NO, price: '0.6', size: '4', side: 'SELL', hash, best_bid: '0.55', best_ask: '0.6' },
      ]),
    )
    await setBook([], [[0.45, 5]])
    const gone = await client.next()
    expect(gone['price_changes']).toContainEqual(
      expect.objectContaining({ asset_id: YES, price: '0.4', size: '0', best_bid: '' }),
    )
  })

  it('applied to the first book gives the book of REST', async () => {
    simulated = await openPolymarket({ bot: true })
    const client = await open()
    for (let count = 0; count < 30; count += 1) await simulated.pass(1000)
    client.send('PING')
    const levels = new Map<string, string>()
    const replace = (book: Record<string, unknown>) => {
      levels.clear()
      for (const [side, name] of [
        ['BUY', 'bids'],
        ['SELL', 'asks'],
      ] as const) {
        for (const { price, size } of book[name] as { price: string; size: string }[])
          levels.set(`${side} ${price}`, size)
      }
    }
    for (let message = await client.next(); message['text'] !== 'PONG'; message = await client.next()) {
      const [book] = (message['list'] ?? []) as Record<string, unknown>[]
      if (book !== undefined) replace(book)
      if (message['event_type'] === 'book') replace(message)
      for (const change of (message['price_changes'] ?? []) as Record<string, string>[]) {
        if (change['asset_id'] !== YES) continue
        if (change['size'] === '0') levels.delete(`${change['side']} ${change['price']}`)
        else levels.set(`${change['side']} ${change['price']}`, change['size'] ?? '')
      }
    }
    const streamed = [...levels].sort()
    replace((await readClob(`/book?token_id=${YES}`)).body)
    expect(streamed).toEqual([...levels].sort())
  })
})

describe('a trade', () => {
  it('is sent as a print without an id, then the books come again without tick size', async () => {
    simulated = await openPolymarket()
    await setBook([[0.4, 10]], [[0.45, 5]])
    const client = await open()
    await client.next()
    await trade(0.4, 3, false)
    const [print, change, book] = await client.take(3)
    expect(print).toEqual({
      event_type: 'last_trade_price',
      market: STANDARD.conditionId,
      asset_id: YES,
      price: '0.4',
      size: '3',
      side: 'SELL',
      fee_rate_bps: '1000',
      timestamp: String(START),
      transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    // The tape has the same transaction, so that a reader of both counts it once.
    const tape = await fetch(`${simulated.simulator.urls.data}/v2/trades?condition=${STANDARD.conditionId}`)
    const { data } = (await tape.json()) as { readonly data: readonly Record<string, unknown>[] }
    expect(data.map((one) => one['transaction_hash'])).toContain(print?.['transaction_hash'])
    expect(change).toMatchObject({ event_type: 'price_change' })
    expect(book).toMatchObject({ event_type: 'book', asset_id: YES, bids: [{ price: '0.4', size: '7' }] })
    expect(book).not.toHaveProperty('tick_size')
  })

  it.each([
    [0.97, [[0.5, 5]], [[0.97, 5]], true],
    [0.03, [[0.03, 5]], [[0.5, 5]], false],
  ])('a trade at %f makes the prices finer', async (price, bids, asks, buyFlag) => {
    simulated = await openPolymarket()
    await setBook(bids, asks)
    const client = await open()
    await client.next()
    await trade(price, 1, buyFlag)
    expect(await client.nextOf('tick_size_change')).toEqual({
      event_type: 'tick_size_change',
      market: STANDARD.conditionId,
      asset_id: YES,
      old_tick_size: '0.01',
      new_tick_size: '0.001',
      timestamp: String(START),
    })
    const { body } = await readClob(`/tick-size?token_id=${YES}`)
    expect(body).toEqual({ minimum_tick_size: 0.001 })
    expect((await setBook([[0.405, 5]], [])).status).toBe(200)
  })
})

describe('the custom features', () => {
  it('tell the best prices, new markets and results, all but the first of every market', async () => {
    simulated = await openPolymarket()
    const client = await open({ custom_feature_enabled: true })
    const plain = await open()
    await Promise.all([client.next(), plain.next()])
    await setBook([[0.4, 10]], [[0.45, 5]])
    expect((await client.take(2))[1]).toEqual({
      event_type: 'best_bid_ask',
      market: STANDARD.conditionId,
      asset_id: YES,
      best_bid: '0.4',
      best_ask: '0.45',
      spread: '0.05',
      timestamp: String(START),
    })
    const other = protocolV2()
    await simulated.control('resolve', { market: other.conditionId, outcome: 'no' })
    expect(await client.next()).toMatchObject({
      event_type: 'market_resolved',
      id: other.id,
      market: other.conditionId,
      assets_ids: [...other.tokens],
      winning_asset_id: other.tokens[1],
      winning_outcome: other.outcomes[1],
    })
    await simulated.pass(25 * 3_600_000)
    expect(await client.nextOf('new_market')).toMatchObject({
      active: false,
      assets_ids: [expect.stringMatching(TOKEN), expect.stringMatching(TOKEN)],
      fee_schedule: { exponent: '1', rate: expect.any(String), taker_only: true, rebate_rate: '0.2' },
    })
    expect(new Set(typesOf(await plain.within(50)))).not.toContain('new_market')
  })

  it('subscriptions without a token receive the messages about all markets', async () => {
    simulated = await openPolymarket()
    const client = await open({ assets_ids: [], custom_feature_enabled: true })
    expect(await client.next()).toEqual({ list: [] })
    await setBook([[0.4, 10]], [[0.45, 5]])
    await simulated.control('resolve', { market: STANDARD.conditionId, outcome: 'yes' })
    expect(await client.next()).toMatchObject({ event_type: 'market_resolved', winning_asset_id: YES })
  })
})

describe('the user channel', () => {
  let { ann, bob } = newTraders()
  const openUser = async (trader: Trader = ann, more: Record<string, unknown> = {}): Promise<SocketClient> => {
    const client = await connect('userWs')
    client.send({ auth: trader.keys, type: 'user', ...more })
    client.send('PING')
    expect(await client.next()).toEqual({ text: 'PONG' })
    return client
  }
  const start = async (options: Parameters<typeof openPolymarket>[0] = {}): Promise<void> => {
    ;({ ann, bob } = newTraders())
    simulated = await openPolymarket({ traders: [ann, bob], ...options })
    // The first signed call of a trader makes its key.
    for (const trader of [ann, bob]) await simulated.call('GET', '/auth/api-keys', undefined, trader)
    await setBook([[0.4, 100]], [[0.45, 100]])
  }

  it('takes the bare credentials, and resets the connection if they are wrong', async () => {
    await start()
    await openUser()
    const client = await connect('userWs')
    client.send({ auth: { ...ann.keys, secret: 'wrong' }, type: 'user' })
    expect((await client.closed)[0]).toBe(1006)
    const early = await connect('userWs')
    early.send('PING')
    expect(await early.closed).toEqual([1008, 'invalid subscription payload'])
  })

  it('reports a placement, each fill as an update with the sum so far, and a cancellation', async () => {
    await start()
    const client = await openUser()
    const { body } = await simulated.place({ market: STANDARD, side: 'BUY', price: 0.41, size: 20 }, ann)
    expect(await client.next()).toEqual({
      event_type: 'order',
      type: 'PLACEMENT',
      id: body['orderID'],
      owner: ann.keys?.apiKey,
      order_owner: ann.keys?.apiKey,
      market: STANDARD.conditionId,
      asset_id: YES,
      side: 'BUY',
      outcome: STANDARD.outcomes[0],
      original_size: '20',
      size_matched: '0',
      price: '0.41',
      order_type: 'GTC',
      status: 'LIVE',
      associate_trades: null,
      created_at: String(START),
      expiration: '0',
      maker_address: ann.funder.toLowerCase(),
      timestamp: String(START),
    })
    await trade(0.41, 5, false)
    const [update, match] = await client.take(2)
    expect(update).toMatchObject({
      type: 'UPDATE',
      status: 'LIVE',
      size_matched: '5',
      associate_trades: [match?.['id']],
    })
    expect(match).toMatchObject({ event_type: 'trade', status: 'MATCHED', trader_side: 'MAKER' })
    await simulated.call('DELETE', '/order', { orderID: body['orderID'] }, ann)
    expect(await client.next()).toMatchObject({ type: 'CANCELLATION', status: 'CANCELED', size_matched: '5' })
  })

  it('reports a trade from MATCHED over MINED to CONFIRMED, in the words of its taker', async () => {
    await start({ settleAfterMs: 2_000 })
    const client = await openUser()
    await simulated.place({ market: STANDARD, side: 'BUY', price: 0.45, size: 10, type: 'GTC' }, ann)
    const [placed, updated, match] = await client.take(3)
    expect([placed?.['type'], updated?.['type'], updated?.['status']]).toEqual(['PLACEMENT', 'UPDATE', 'MATCHED'])
    expect(match).toMatchObject({
      event_type: 'trade',
      type: 'TRADE',
      status: 'MATCHED',
      market: STANDARD.conditionId,
      asset_id: YES,
      side: 'BUY',
      size: '10',
      price: '0.45',
      trader_side: 'TAKER',
      owner: ann.keys?.apiKey,
      taker_order_id: placed?.['id'],
      maker_orders: [expect.objectContaining({ matched_amount: '10' })],
      matchtime: String(START),
    })
    await simulated.pass(2_000)
    await simulated.pass(2_000)
    const later = await client.take(2)
    expect(later.map(({ id, status }) => [id, status])).toEqual([
      [match?.['id'], 'MINED'],
      [match?.['id'], 'CONFIRMED'],
    ])
  })

  it('reports a trade that fails', async () => {
    await start({ settleAfterMs: 2_000 })
    const client = await openUser()
    await simulated.control('mode', { mode: 'settlement_fails' })
    await simulated.place({ market: STANDARD, side: 'BUY', price: 0.45, size: 10 }, ann)
    await simulated.pass(2_000)
    await simulated.pass(2_000)
    const messages = await client.take(5)
    expect(messages.slice(2).map(({ status }) => status)).toEqual(['MATCHED', 'RETRYING', 'FAILED'])
  })

  it('reports a killed order with the words of its end and empty fields, counted in dollars', async () => {
    await start()
    const client = await openUser()
    await simulated.place(
      { market: STANDARD, side: 'BUY', price: 0.41, type: 'FOK', amounts: [4_100_000, 10_000_000] },
      ann,
    )
    expect(await client.next()).toMatchObject({
      type: 'CANCELLATION',
      order_type: 'FOK',
      original_size: '4.1',
      status: "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed.",
      size_matched: '',
      outcome: '',
      created_at: '',
      associate_trades: [],
    })
  })

  it('reports orders that the exchange itself ends', async () => {
    await start()
    const client = await openUser()
    const expiration = START / 1000 + 180
    await simulated.place({ market: STANDARD, price: 0.3, size: 10, type: 'GTD', expiration }, ann)
    await simulated.place({ market: STANDARD, price: 0.31, size: 10 }, ann)
    await client.take(2)
    await simulated.pass(121_000)
    expect(await client.next()).toMatchObject({ type: 'CANCELLATION', status: 'CANCELED_EXPIRED_ORDER' })
    await simulated.control('resolve', { market: STANDARD.conditionId, outcome: 'yes' })
    expect(await client.next()).toMatchObject({ type: 'CANCELLATION', status: 'CANCELED_MARKET_RESOLVED' })
  })

  it('reports an order that the market holds back as DELAYED', async () => {
    await start()
    const held = delayed()
    await setBook([[0.4, 100]], [[0.45, 100]], held.conditionId)
    const client = await openUser()
    await simulated.place({ market: held, side: 'BUY', price: 0.45, size: 10 }, ann)
    expect(await client.next()).toMatchObject({ type: 'PLACEMENT', status: 'DELAYED' })
    await simulated.pass(held.secondsDelay * 1000)
    expect(await client.nextOf('trade')).toMatchObject({ status: 'MATCHED' })
  })

  it('is about one key and its markets alone, without a replay', async () => {
    await start()
    await simulated.place({ market: STANDARD, price: 0.3, size: 10 }, ann)
    const elsewhere = await openUser(ann, { markets: [protocolV2().conditionId] })
    const other = await openUser(bob)
    const client = await openUser(ann, { markets: [STANDARD.conditionId] })
    await simulated.place({ market: STANDARD, price: 0.31, size: 10 }, ann)
    expect(await client.next()).toMatchObject({ price: '0.31' })
    expect(await elsewhere.within(50)).toEqual([])
    elsewhere.send({ operation: 'subscribe', markets: [STANDARD.conditionId] })
    elsewhere.send('PING')
    await elsewhere.next()
    await simulated.place({ market: STANDARD, price: 0.32, size: 10 }, ann)
    expect(await elsewhere.next()).toMatchObject({ price: '0.32' })
    expect(await other.within(50)).toEqual([])
  })

  it('speaks before the answer of the call or after it, in milliseconds or seconds', async () => {
    await start()
    const client = await openUser()
    await simulated.control('switches', { stream_timing: 'after_answer', user_timestamps: 's' })
    await simulated.place({ market: STANDARD, price: 0.3, size: 10 }, ann)
    expect(await client.within(5)).toEqual([])
    expect(await client.next()).toMatchObject({ type: 'PLACEMENT', timestamp: String(START / 1000) })
  })
})

describe('faults', () => {
  it('a frozen stream brings nothing but PONG', async () => {
    simulated = await openPolymarket()
    const client = await open()
    await client.next()
    await simulated.control('streams', { kind: 'freeze' })
    await setBook([[0.4, 10]], [])
    client.send('PING')
    expect(await client.within(50)).toEqual([{ text: 'PONG' }])
  })

  it('a token gets no first event, until it is left and subscribed to again', async () => {
    simulated = await openPolymarket()
    await simulated.control('streams', { kind: 'mute', market: YES, times: 1 })
    const client = await open({ assets_ids: [YES, NO] })
    expect(await client.next()).toMatchObject({ list: [{ asset_id: NO }] })
    await setBook([[0.4, 10]], [])
    const { price_changes } = await client.next()
    expect((price_changes as unknown as Record<string, unknown>[]).map((one) => one['asset_id'])).toEqual([NO])
    client.send({ operation: 'unsubscribe', assets_ids: [YES] })
    client.send({ operation: 'subscribe', assets_ids: [YES] })
    expect(await client.next()).toMatchObject({ list: [{ asset_id: YES }] })
  })

  it('messages are lost, doubled or come late; one channel is cut, with a close frame or without', async () => {
    simulated = await openPolymarket()
    const client = await open()
    const user = await connect('userWs')
    await client.next()
    const sizeOf = ({ price_changes }: Record<string, unknown>) => (price_changes as { size: string }[])[0]?.size
    await simulated.control('streams', { kind: 'lose', type: 'price_change', times: 1 })
    await setBook([[0.4, 1]], [])
    await simulated.control('streams', { kind: 'duplicate', market: YES, times: 1 })
    await setBook([[0.4, 2]], [])
    expect((await client.take(2)).map(sizeOf)).toEqual(['2', '2'])
    await simulated.control('streams', { kind: 'reorder', times: 1 })
    await setBook([[0.4, 3]], [])
    await setBook([[0.4, 4]], [])
    expect((await client.take(2)).map(sizeOf)).toEqual(['4', '3'])
    await simulated.control('streams', { kind: 'drop', type: 'user', code: 1012 })
    expect((await user.closed)[0]).toBe(1012)
    await simulated.control('streams', { kind: 'refuse', type: 'user', status: 503, times: 1 })
    await expect(connect('userWs')).rejects.toThrow('refused with 503')
    await simulated.control('streams', { kind: 'drop' })
    expect((await client.closed)[0]).toBe(1006)
  })
})
