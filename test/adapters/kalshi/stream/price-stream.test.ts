/** Books and trades of the simulated EXCHANGE_A over its WebSocket, through the adapter. */

import { afterEach, describe, expect, it } from 'vitest'
import { kalshiPriceStream } from '#adapters/exchanges/kalshi/stream/kalshi-price-stream.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { PriceStream } from '#ports/exchanges/price-stream.ts'
import { FED, openSimulated, POLITICS, type SimulatedExchange } from '#simulators/test/kalshi/simulated.ts'
import { hurried, isKind, streamListener } from '../../stream-listener.ts'
import { ACCOUNT } from '../desk.ts'

let simulated: SimulatedExchange
const streams: PriceStream[] = []

afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await simulated.close()
})

const open = async (nativeIds: readonly string[] = [POLITICS], account: ExchangeAccount | null = ACCOUNT) => {
  const listener = streamListener()
  const skipped: string[] = []
  const stream = await kalshiPriceStream({
    url: simulated.simulator.socketUrl,
    clock: () => simulated.time.now,
    after: hurried,
    random: () => 0.5,
    onSkip: (_, reason) => void skipped.push(reason),
  }).open(account, listener.hear)
  streams.push(stream)
  stream.watch(nativeIds)
  return { stream, skipped, ...listener }
}

const book = (market: string, bid: number, ask: number) =>
  simulated.control('book', { market, bids: [[bid, 5]], asks: [[ask, 3]] })
const print = (market: string, price: number) => simulated.control('trade', { market, price, qty: 1, buy_flag: true })
const fault = (body: Record<string, unknown>) => simulated.control('streams', body)

const level = (price: number, contracts: number) => ({ price: price * 1e6, qty: contracts * 1e6 })

/** The stream shows the market with that best bid and ask. */
const shows = (bid: number, ask: number) => (event: unknown) => {
  const { kind, bid: b, ask: a } = event as { kind: string; bid?: { price: number }; ask?: { price: number } }
  return kind === 'book' && b?.price === Math.round(bid * 1e6) && a?.price === Math.round(ask * 1e6)
}

describe('the stream', () => {
  it('begins with the book of each market, and then reports every change and every trade', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    const { until } = await open()
    expect(await until(isKind('book', POLITICS))).toMatchObject({ bid: level(0.4, 5), ask: level(0.5, 3) })
    await print(POLITICS, 0.5)
    expect(await until(isKind('trade'))).toEqual({
      kind: 'trade',
      nativeId: POLITICS,
      seq: expect.any(Number),
      tradeId: expect.any(String),
      price: 500_000,
      qty: 1_000_000,
      takerBuys: true,
      isBlockTrade: false,
      at: simulated.time.now,
    })
    await book(POLITICS, 0.3, 0.35)
    await until(shows(0.3, 0.35))
  })

  it('shows markets that are added, and no more those that leave', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    await book(FED, 0.6, 0.7)
    const { stream, until, heard } = await open()
    await until(isKind('book', POLITICS))
    stream.watch([POLITICS, FED])
    await until(isKind('book', FED))
    stream.watch([FED])
    await book(POLITICS, 0.2, 0.3)
    await book(FED, 0.5, 0.55)
    await until(shows(0.5, 0.55))
    expect(heard.filter(isKind('book', POLITICS))).toEqual([])
  })

  it('heals a gap in the books with new snapshots, and one in the trades by saying so', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    const { until } = await open()
    await until(isKind('book', POLITICS))
    await fault({ kind: 'lose', type: 'orderbook_delta', times: 1 })
    await book(POLITICS, 0.3, 0.5)
    await book(POLITICS, 0.3, 0.45)
    expect(await until(isKind('stale'))).toMatchObject({ nativeIds: [POLITICS] })
    await until(shows(0.3, 0.45))
    await fault({ kind: 'lose', type: 'trade', times: 1 })
    await print(POLITICS, 0.45)
    await print(POLITICS, 0.45)
    expect(await until(isKind('missed'))).toMatchObject({ nativeIds: [POLITICS] })
  })

  it('opens again when it is dropped, whether with a word or without', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    const { until } = await open()
    await until(isKind('book', POLITICS))
    for (const [bid, drop] of [
      [0.3, { kind: 'drop', code: 1001 }],
      [0.2, { kind: 'drop' }],
    ] as const) {
      await fault(drop)
      await until(isKind('stale'))
      await book(POLITICS, bid, 0.45)
      await until(shows(bid, 0.45))
    }
  })

  it.each([10, 25])('subscribes again after error %d, which ends a subscription', async (code) => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    const { until, skipped } = await open()
    await until(isKind('book', POLITICS))
    await fault({ kind: 'error', code, type: 'orderbook_delta' })
    await until(isKind('stale'))
    await until(shows(0.4, 0.5))
    await print(POLITICS, 0.5)
    await until(isKind('trade'))
    expect(skipped.join()).toContain(`error ${code}`)
  })

  it('keeps its books where only the trades have ended, and says that trades may be missed', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    const { until, heard } = await open()
    await until(isKind('book', POLITICS))
    await fault({ kind: 'error', code: 25, type: 'trade', times: 1 })
    await print(POLITICS, 0.5)
    await until(isKind('missed'))
    // Trades before the subscription is open again are missed too.
    await until(isKind('missed'))
    await book(POLITICS, 0.3, 0.35)
    await until(shows(0.3, 0.35))
    await print(POLITICS, 0.35)
    await until(isKind('trade'))
    expect(heard.filter(({ kind }) => kind === 'stale')).toEqual([])
  })

  it('asks again after error 18, which need not last', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    await fault({ kind: 'error', code: 18, times: 4 })
    const { until } = await open()
    await until(isKind('book', POLITICS))
    await print(POLITICS, 0.5)
    await until(isKind('trade'))
  })

  it('says again and again that trades may be missed of a market whose trades are not shown', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    // Books are asked for first, and then trades.
    await fault({ kind: 'error', code: 27, times: 1 })
    await fault({ kind: 'error', code: 11, times: 1 })
    const { until } = await open()
    await until(isKind('book', POLITICS))
    await until(isKind('missed'))
    await until(isKind('missed'))
  })

  it('names fewer markets at once after error 26, and asks again after error 27', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    await book(FED, 0.6, 0.7)
    await fault({ kind: 'error', code: 26, times: 2 })
    await fault({ kind: 'error', code: 27, times: 1 })
    const { until } = await open([POLITICS, FED])
    await until(isKind('book', POLITICS))
    await print(FED, 0.7)
    await until(isKind('trade', FED))
  })

  it('begins a book anew if the book is reported wrong', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    const { stream, until } = await open()
    await until(isKind('book', POLITICS))
    stream.rebuild([POLITICS])
    expect(await until(isKind('stale'))).toMatchObject({ nativeIds: [POLITICS] })
    await until(shows(0.4, 0.5))
  })

  it('reports its refusal if the signature is not accepted, or cannot be made', async () => {
    simulated = await openSimulated()
    await fault({ kind: 'refuse', status: 401, times: 1 })
    expect(await (await open()).until(isKind('refused'))).toMatchObject({ reason: expect.stringContaining('401') })
    await (await open([POLITICS], null)).until(isKind('refused'))
  })

  it('tries again when the handshake is answered with 503', async () => {
    simulated = await openSimulated()
    await book(POLITICS, 0.4, 0.5)
    await fault({ kind: 'refuse', status: 503, times: 2 })
    const { until } = await open()
    await until(shows(0.4, 0.5))
  })
})
