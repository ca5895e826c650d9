/** The price watch with streams of the exchanges: what they show fires at once, and the poll serves what they do not. */

import { beforeEach, describe, expect, it } from 'vitest'
import { basketTarget } from '#domain/complex-orders/target.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { MadeTrade } from '#domain/markets/mark-price.ts'
import { isInPart, type WatchPart, WHOLE_WATCH } from '#domain/price-watch/watch-part.ts'
import type { PriceEvent, PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'
import { cents, contracts, sampleTarget } from '#test/domain/contingent/complex-samples.ts'
import { watchPart } from '#use-cases/price-watch/start-watch.ts'
import type { WatchRunDeps } from '#use-cases/price-watch/watch-run.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { NO_CLIENTS, openPriceDesk, type PriceDesk } from '../price-desk.ts'

let desk: PriceDesk

beforeEach(async () => {
  desk = await openPriceDesk()
  desk.show(40, 42, { lastPrice: cents(41) })
})

type Hear = (event: PriceEvent) => void

/** A stream that shows what the test says. */
const streamed = (needsAccount = false) => {
  const opened: {
    account: string | null
    onEvent: Hear
    watching: readonly string[]
    reported: number
    closed: boolean
    rebuilt: number
  }[] = []
  const source: PriceStreamSource = {
    needsAccount,
    open: async (account, onEvent) => {
      const watching: readonly string[] = []
      const one = { account: account?.accountKey ?? null, onEvent, watching, reported: 0, closed: false, rebuilt: 0 }
      opened.push(one)
      return {
        watch: (nativeIds) => {
          one.watching = nativeIds
          one.reported += 1
        },
        rebuild: () => {
          one.rebuilt += 1
        },
        close: () => {
          one.closed = true
        },
      }
    },
  }
  return { source, opened }
}

const level = (at: number) => ({ price: cents(at), qty: contracts(10) })
const book = (bid: number, ask: number, nativeId = 'KXTEST'): PriceEvent => ({
  kind: 'book',
  nativeId,
  bid: level(bid),
  ask: level(ask),
  depth: () => ({ bids: [level(bid)], asks: [level(ask)] }),
  at: desk.time.now,
})
const trade = (at: number): PriceEvent & { readonly kind: 'trade' } => ({
  kind: 'trade',
  nativeId: 'KXTEST',
  tradeId: 'one',
  price: cents(at),
  qty: contracts(1),
  takerBuys: true,
  at: desk.time.now,
})

const sameBet = basketTarget({ customAssetId: uuidAt(1, 3), label: null, allocation: 'BEST_PRICE' }, [
  { svcId: 7, exchange: 'EXCHANGE_A', nativeId: 'KXTEST' },
  { svcId: 51, exchange: 'EXCHANGE_B', nativeId: '0x1' },
])

/** Runs the watch for so long; `at` acts when that many milliseconds have passed. */
const run = async (
  source: PriceStreamSource | null,
  seconds: number,
  at: Readonly<Record<number, () => unknown>>,
  more: Partial<WatchRunDeps> = {},
  part: WatchPart = WHOLE_WATCH,
): Promise<void> => {
  const began = desk.time.now
  const acts = Object.entries(at).map(([ms, act]) => ({ due: began + Number(ms), act }))
  const deps: WatchRunDeps = {
    ...desk.newDeps(),
    pollEveryMs: 5_000,
    ...NO_CLIENTS,
    accountStreams: () => null,
    streams: (name) => (name === 'EXCHANGE_A' ? source : null),
    openAccount: async () => null,
    // Promises settle before time passes.
    after: (_ms, act) => {
      const timer = setTimeout(act, 0)
      return () => clearTimeout(timer)
    },
    pause: async (ms) => {
      desk.time.now += ms
      for (const one of acts.splice(0)) {
        if (one.due <= desk.time.now) await one.act()
        else acts.push(one)
      }
      await new Promise((go) => setTimeout(go, 2))
    },
    ...more,
  }
  await watchPart(deps, part, began + seconds * SECOND)
}

/** Returns the stops sent to fire, each once. No consumer takes the messages, so they are sent again every ten seconds. */
const firedIds = () => {
  const sent = desk.told().map(({ complexOrderId, price, source }) => ({ complexOrderId, price, source }))
  return [...new Map(sent.map((one) => [JSON.stringify(one), one])).values()]
}

describe('a run with a stream', () => {
  it('fires a LAST stop by a single trade that no poll sees', async () => {
    const id = await desk.arm(1, { triggerPriceType: 'LAST' })
    const { source, opened } = streamed()
    await run(source, 10, {
      1500: () => opened[0]?.onEvent(book(40, 42)),
      2500: () => {
        opened[0]?.onEvent(trade(29))
        opened[0]?.onEvent(trade(41))
      },
    })
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
    expect(opened.map(({ closed }) => closed)).toEqual([true])
  })

  it('fires a MARK stop by the books of the stream, between two polls', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    await run(source, 4, {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      2000: () => opened[0]?.onEvent(book(28, 30)),
    })
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(29), source: 'mid' }])
  })

  it('stores the level of a trailing stop within a second after its stream has moved it, before the next poll', async () => {
    const id = await desk.arm(1, { stopPrice: null, trail: { amount: cents(5), step: cents(1) } })
    const { source, opened } = streamed()
    let stored: unknown = null
    await run(source, 10, {
      1500: () => opened[0]?.onEvent(book(40, 42)),
      6500: () => opened[0]?.onEvent(book(59, 61)),
      8500: async () => {
        stored = await desk.complexOrders.get(id)
      },
    })
    expect(stored).toMatchObject({ stopPrice: cents(55) })
  })

  it('finds no market without a price that its stream shows, though no poll does', async () => {
    await desk.arm(1)
    desk.hide()
    const { source, opened } = streamed()
    const show = () => opened[0]?.onEvent(book(40, 42))
    await run(source, 100, Object.fromEntries([1, 30, 59, 88].map((second) => [second * SECOND, show])))
    expect(desk.metrics.filter(([name]) => name === 'MarketsWithoutPrice')).toEqual([])
  })

  it.each([
    ['a MARK stop by the book that the stream shows', {}, () => book(28, 30)],
    ['a LAST stop by the trade that the stream told last', { triggerPriceType: 'LAST' as const }, () => trade(29)],
  ])('fires %s as soon as it is armed there, without another event or poll', async (_, change, event) => {
    await desk.arm(1, { stopPrice: cents(5) })
    const { source, opened } = streamed()
    let id = ''
    let soon: unknown[] = []
    await run(source, 10, {
      500: () => opened[0]?.onEvent(book(40, 42)),
      // Polls show an older price.
      5500: () => opened[0]?.onEvent(event()),
      6500: async () => {
        id = await desk.arm(2, change)
      },
      8500: () => {
        soon = firedIds().map(({ complexOrderId }) => complexOrderId)
      },
    })
    expect(soon).toEqual([id])
  })

  it('sends a stop that the queue did not take within a second, though its price has gone', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    const { send } = desk.queues
    let soon: unknown[] = []
    await run(source, 9, {
      500: () => opened[0]?.onEvent(book(40, 42)),
      6000: () => {
        desk.queues.send = () => Promise.reject(new Error('no queue'))
        opened[0]?.onEvent(book(28, 30))
      },
      6500: () => {
        opened[0]?.onEvent(book(40, 42))
        desk.queues.send = send
      },
      8000: () => {
        soon = firedIds()
      },
    })
    expect(soon).toEqual([{ complexOrderId: id, price: cents(29), source: 'mid' }])
  })

  it('has sent all that its last price has reached when it ends', async () => {
    const id = await desk.arm(1, { triggerPriceType: 'LAST' })
    const { source, opened } = streamed()
    const send: typeof desk.queues.send = async (...message) => {
      await new Promise((go) => setTimeout(go, 50))
      await desk.queues.send(...message)
    }
    const acts = { 500: () => opened[0]?.onEvent(book(40, 42)), 27000: () => opened[0]?.onEvent(trade(29)) }
    await run(source, 2, acts, { queues: { ...desk.queues, send } })
    expect(firedIds().map(({ complexOrderId }) => complexOrderId)).toEqual([id])
  })

  it('sends a stop again while it stays armed, though its price has gone: its message may be lost', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    const sent: unknown[] = []
    const take = () => sent.push(firedIds())
    await run(source, 29, {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      2000: () => opened[0]?.onEvent(book(28, 30)),
      2500: () => opened[0]?.onEvent(book(40, 42)),
      4000: take,
      14500: async () => {
        take()
        await desk.leave([id])
      },
      28000: take,
    })
    const fired = { complexOrderId: id, price: cents(29), source: 'mid' }
    expect(sent).toEqual([[fired], [fired], []])
  })

  it('fires a stop at once if a reading for another stop shows it first', async () => {
    const first = await desk.arm(1)
    const { armedStops } = desk.complexOrders
    const { source, opened } = streamed()
    let second = ''
    let lags = true
    await run(
      source,
      14,
      {
        1000: () => opened[0]?.onEvent(book(28, 30)),
        3000: async () => {
          second = await desk.arm(2)
          desk.complexOrders.armedStops = async (svcId) => {
            const all = await armedStops(svcId)
            return lags ? { ...all, stops: all.stops.filter((stop) => stop.complexOrderId === first) } : all
          }
        },
        9000: () => {
          lags = false
        },
      },
      { pollEveryMs: 60_000 },
    )
    expect(firedIds().map(({ complexOrderId }) => complexOrderId)).toEqual([first, second])
  })

  it('takes no notice of a book that lasts for an instant only', async () => {
    await desk.arm(1)
    const { source, opened } = streamed()
    await run(source, 4, {
      1000: () => {
        opened[0]?.onEvent(book(28, 30))
        opened[0]?.onEvent(book(40, 42))
      },
    })
    expect(firedIds()).toEqual([])
  })

  it('subscribes a newly armed stop within a second, and subscribes nothing twice', async () => {
    await desk.arm(1)
    const { source, opened } = streamed()
    let soon: readonly string[] = []
    await run(source, 8, {
      500: () => opened[0]?.onEvent(book(40, 42)),
      6000: () => desk.arm(2, { target: sampleTarget({ svcId: 77, nativeId: 'KXOTHER' }) }),
      7000: () => {
        soon = opened[0]?.watching ?? []
      },
    })
    expect(opened[0]?.watching).toEqual(['KXOTHER', 'KXTEST'])
    expect(soon).toEqual(['KXOTHER', 'KXTEST'])
    expect(opened.map(({ reported }) => reported)).toEqual([2])
  })

  it('fires a newly armed stop by a trade before the first poll of its market, if the market trades', async () => {
    await desk.arm(1)
    const other = (n: number) => ({
      triggerPriceType: 'LAST' as const,
      target: sampleTarget({ svcId: 70 + n, nativeId: `KXOTHER${n}` }),
    })
    const { source, opened } = streamed()
    desk.over.add('KXOTHER2')
    const ids: string[] = []
    let fired: unknown[] = []
    await run(source, 12, {
      500: () => opened[0]?.onEvent(book(40, 42)),
      5500: async () => {
        for (const n of [1, 2]) ids.push(await desk.arm(10 + n, other(n)))
      },
      7500: () => {
        for (const n of [1, 2]) opened[0]?.onEvent({ ...trade(29), nativeId: `KXOTHER${n}` })
        for (const n of [1, 2]) opened[0]?.onEvent({ ...trade(45), nativeId: `KXOTHER${n}` })
      },
      8500: () => {
        fired = firedIds()
      },
    })
    expect(fired).toEqual([{ complexOrderId: ids[0], price: cents(29), source: 'last_trade' }])
  })

  it('fires a newly armed stop if a client has followed the market before', async () => {
    const { svcId, exchange, nativeId } = sampleTarget()
    const listening = [{ name: 'quotes', svcId, exchange, nativeId, since: desk.time.now }] as const
    const listener = { streamId: 'one', userId: uuidAt(1, 1), keyId: uuidAt(1, 2), openedAt: desk.time.now, listening }
    const { watched } = desk.complexOrders
    const complexOrders: typeof desk.complexOrders = {
      ...desk.complexOrders,
      watched: async () => ({ ...(await watched()), listeners: [listener] }),
    }
    const { source, opened } = streamed()
    let id = ''
    let soon: unknown[] = []
    const acts = {
      500: () => opened[0]?.onEvent(book(40, 42)),
      1500: async () => {
        id = await desk.arm(1, { triggerPriceType: 'LAST' })
      },
      3000: () => {
        opened[0]?.onEvent(trade(29))
        opened[0]?.onEvent(trade(41))
      },
      4000: () => {
        soon = firedIds()
      },
    }
    await run(source, 6, acts, { complexOrders })
    expect(soon).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
  })

  it('fires a newly armed stop by a trade before its discovery, if a client has followed the market', async () => {
    const { svcId, exchange, nativeId } = sampleTarget()
    const listening = [{ name: 'quotes', svcId, exchange, nativeId, since: desk.time.now }] as const
    const listener = { streamId: 'one', userId: uuidAt(1, 1), keyId: uuidAt(1, 2), openedAt: desk.time.now, listening }
    const { watched } = desk.complexOrders
    let lags = true
    const complexOrders: typeof desk.complexOrders = {
      ...desk.complexOrders,
      watched: async () => {
        const all = await watched()
        return { ...all, markets: lags ? [] : all.markets, listeners: [listener] }
      },
    }
    const { source, opened } = streamed()
    let id = ''
    const acts = {
      500: () => opened[0]?.onEvent(book(40, 42)),
      41000: async () => {
        id = await desk.arm(1, { triggerPriceType: 'LAST' })
      },
      42500: () => {
        opened[0]?.onEvent(trade(29))
        opened[0]?.onEvent(trade(41))
      },
      43000: () => {
        lags = false
      },
    }
    await run(source, 60, acts, { complexOrders })
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
  })

  it.each(['stale', 'missed'] as const)(
    'fires nothing by a trade from before a gap (%s), until a poll has shown the last one',
    async (kind) => {
      const id = await desk.arm(1)
      const { source, opened } = streamed()
      // The last trade that the polls show is far below the stop, and the book is too narrow for it to count.
      desk.show(40, 42, { lastPrice: cents(15) })
      let early: unknown[] = []
      await run(source, 14, {
        1000: () => opened[0]?.onEvent(book(40, 42)),
        6000: () => {
          // A trade at 40 falls into the gap; afterwards the book is wide, so the mark is the last trade.
          opened[0]?.onEvent({ kind, nativeIds: ['KXTEST'], reason: 'gone' })
          opened[0]?.onEvent(book(20, 45))
        },
        6400: () => {
          early = firedIds()
          desk.show(20, 45, { lastPrice: cents(40) })
        },
        9000: () => desk.show(20, 45, { lastPrice: cents(25) }),
      })
      expect(early).toEqual([])
      expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(25), source: 'last_trade' }])
    },
  )

  it('fires nothing by the last trade that a poll from before a gap returns after it', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    desk.show(40, 42, { lastPrice: cents(15) })
    let fall: (() => void) | null = null
    let early: unknown[] | null = null
    const exchanges: WatchRunDeps['exchanges'] = (name) => {
      const real = desk.deps.exchanges(name)
      if (real === null) return null
      const quotes: typeof real.quotes = async (...requested) => {
        const reports = await real.quotes(...requested)
        if (fall === null) return reports
        fall()
        fall = null
        return reports.map((quote) => ({ ...quote, asOf: desk.time.now }))
      }
      return { ...real, quotes }
    }
    const acts = {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      6000: () => {
        fall = () => {
          // While the poll is answered: a trade at 40 falls into the gap, and the book is wide then.
          desk.time.now += 200
          opened[0]?.onEvent({ kind: 'missed', nativeIds: ['KXTEST'], reason: 'gone' })
          opened[0]?.onEvent(book(20, 45))
          desk.show(20, 45, { lastPrice: cents(40) })
        }
      },
      13000: () => {
        early = [fall, ...firedIds()]
        desk.show(20, 45, { lastPrice: cents(25) })
      },
    }
    await run(source, 20, acts, { exchanges })
    expect(early).toEqual([null])
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(25), source: 'last_trade' }])
  })

  it('fires nothing after a gap by a last trade that was read before it, whenever a poll returns it', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    let early: unknown[] | null = null
    await run(source, 14, {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      6000: () => {
        desk.show(40, 42, { lastPrice: cents(15), lastPriceAsOf: desk.time.now - SECOND })
        opened[0]?.onEvent({ kind: 'missed', nativeIds: ['KXTEST'], reason: 'gone' })
        opened[0]?.onEvent(book(20, 45))
      },
      7500: () => opened[0]?.onEvent(book(21, 45)),
      9000: () => {
        early = firedIds()
        desk.show(20, 45, { lastPrice: cents(25) })
      },
    })
    expect(early).toEqual([])
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(25), source: 'last_trade' }])
  })

  it('fires nothing after a gap by a last trade from before a trade that the stream has reported', async () => {
    const id = await desk.arm(1, {
      stopPrice: null,
      trail: { amount: cents(5), step: cents(1) },
      triggerPriceType: 'LAST',
    })
    desk.show(57, 59, { lastPrice: cents(48) })
    const { source, opened } = streamed()
    let early: unknown[] | null = null
    await run(source, 14, {
      1000: () => opened[0]?.onEvent(book(57, 59)),
      3000: () => opened[0]?.onEvent(trade(60)),
      6000: () => {
        desk.show(57, 59, { lastPrice: cents(48), lastPriceAsOf: desk.time.now - 4 * SECOND })
        opened[0]?.onEvent({ kind: 'missed', nativeIds: ['KXTEST'], reason: 'gone' })
      },
      9500: () => {
        early = firedIds()
        desk.show(57, 59, { lastPrice: cents(54) })
      },
    })
    expect(early).toEqual([])
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(54), source: 'last_trade' }])
  })

  it('fires nothing on a custom asset after a gap by a trade that is older than the last one', async () => {
    await desk.arm(1, { stopPrice: cents(5) })
    const began = desk.time.now
    const old = { lastPrice: cents(25), lastTradeAt: began - 50 * SECOND }
    desk.show(40, 42, old)
    desk.show(40, 42, { nativeId: '0x1', lastPrice: cents(29), lastTradeAt: began - 40 * SECOND })
    const { source, opened } = streamed()
    let id = ''
    let early: unknown[] | null = null
    await run(source, 14, {
      500: () => opened[0]?.onEvent(book(40, 42)),
      1500: () => opened[0]?.onEvent(trade(41)),
      2500: async () => {
        id = await desk.arm(2, { triggerPriceType: 'LAST', target: sameBet })
      },
      6000: () => {
        // No list knows the newest trade yet.
        desk.show(40, 42, { ...old, lastPriceAsOf: began })
        opened[0]?.onEvent({ kind: 'missed', nativeIds: ['KXTEST'], reason: 'gone' })
      },
      7500: () => opened[0]?.onEvent(book(39, 42)),
      9000: () => {
        early = firedIds()
        desk.show(40, 42, { nativeId: '0x1', lastPrice: cents(28), lastTradeAt: desk.time.now })
      },
    })
    expect(early).toEqual([])
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(28), source: 'last_trade' }])
  })

  it('dates no old trade of a custom asset by a gap after it: it fires nothing', async () => {
    const began = desk.time.now
    const old = { lastPrice: cents(25), lastPriceAsOf: began, tradeMark: 'old' }
    desk.show(40, 60, old)
    desk.trades.set('KXTEST', { price: cents(25), at: began - 50 * SECOND })
    desk.show(40, 60, { nativeId: '0x1', lastPrice: cents(41), lastTradeAt: began - 40 * SECOND })
    await desk.arm(1, { stopPrice: cents(5) })
    await desk.arm(2, { triggerPriceType: 'LAST', target: sameBet })
    const { source, opened } = streamed()
    await run(source, 14, {
      500: () => opened[0]?.onEvent(book(40, 60)),
      6000: () => opened[0]?.onEvent({ kind: 'missed', nativeIds: ['KXTEST'], reason: 'gone' }),
      7500: () => opened[0]?.onEvent(book(39, 60)),
    })
    expect(firedIds()).toEqual([])
  })

  it('publishes a market of its part that a client subscribed to between two polls', async () => {
    await desk.arm(1)
    desk.show(50, 52, { nativeId: 'KXNEW' })
    const begun = async (part: WatchPart, subscribedAfter: number) => {
      const began = desk.time.now
      const sent: number[] = []
      const market = { svcId: 8, exchange: 'EXCHANGE_A', nativeId: 'KXNEW' } as const
      const listening = [{ ...market, name: 'book' as const, since: began }]
      const listener = { streamId: 's', userId: uuidAt(1, 1), keyId: uuidAt(1, 2), openedAt: began, listening }
      const isSubscribed = () => desk.time.now - began >= subscribedAfter
      const { source, opened } = streamed()
      let watching: readonly string[] = []
      const client = {
        apiKeys: { get: async () => ({ revokedAt: null }) as never },
        streamSender: {
          ...NO_CLIENTS.streamSender,
          send: async () => {
            sent.push(desk.time.now - began)
            return 'sent' as const
          },
        },
        complexOrders: {
          ...desk.complexOrders,
          watched: async () => ({
            ...(await desk.complexOrders.watched()),
            listeners: isSubscribed() ? [listener] : [],
          }),
        },
      }
      const acts = {
        500: () => opened[0]?.onEvent(book(40, 42)),
        4500: () => {
          watching = opened[0]?.watching ?? []
        },
      }
      await run(source, 4, acts, client, part)
      return { toldAfter: sent[0] ?? Number.POSITIVE_INFINITY, watching }
    }
    const early = await begun(WHOLE_WATCH, 1_500)
    expect(early.toldAfter).toBeLessThan(5_000)
    expect(early.watching).toEqual(['KXNEW', 'KXTEST'])
    const part = { index: isInPart({ index: 0, of: 2 }, 8) ? 1 : 0, of: 2 }
    expect((await begun(part, 0)).toldAfter).toBe(Number.POSITIVE_INFINITY)
  })

  it('reads the stops on a member of custom assets of two users no more often than elsewhere', async () => {
    const bet = { customAssetId: uuidAt(1, 3), label: null, allocation: 'BEST_PRICE' } as const
    const market = (svcId: number, nativeId: string) => ({ svcId, exchange: 'EXCHANGE_A', nativeId }) as const
    const members = [market(7, 'KXTEST'), market(51, 'KXOTHER')]
    await desk.arm(1, { userId: uuidAt(1, 1), target: basketTarget(bet, members) })
    desk.pass(60)
    await desk.arm(2, { userId: uuidAt(1, 2), target: basketTarget(bet, [...members, market(52, 'KXTHIRD')]) })
    desk.pass(600)
    const { complexOrders } = desk
    const read: number[] = []
    const counted: typeof complexOrders = {
      ...complexOrders,
      armedStops: (svcId) => {
        read.push(svcId)
        return complexOrders.armedStops(svcId)
      },
    }
    await run(streamed().source, 20, {}, { complexOrders: counted })
    // Once for the stream and the poll.
    expect(read.filter((svcId) => svcId === 7)).toHaveLength(1)
  })

  it('ignores streamed news of a custom-asset member whose market is over', async () => {
    desk.show(40, 42, { nativeId: '0x1', lastPrice: cents(41), lastTradeAt: desk.time.now })
    await desk.arm(1, { stopPrice: cents(5) })
    await desk.arm(2, { target: sameBet })
    await desk.arm(3, { target: sameBet, triggerPriceType: 'LAST' })
    const { source, opened } = streamed()
    await run(source, 19, {
      500: () => opened[0]?.onEvent(book(40, 42)),
      3000: () => {
        desk.hide()
        desk.over.add('KXTEST')
      },
      12000: () => {
        opened[0]?.onEvent(trade(20))
        opened[0]?.onEvent(book(10, 12))
      },
    })
    expect(firedIds()).toEqual([])
  })

  it('fires nothing by a trade from before the market was followed', async () => {
    await desk.arm(1)
    const { source, opened } = streamed()
    desk.show(40, 42, { lastPrice: cents(15) })
    await run(source, 4, {
      1000: () => opened[0]?.onEvent(book(20, 45)),
    })
    expect(firedIds()).toEqual([])
  })

  it('fires nothing by a polled book that is too old, and fires LAST stops by streamed trades', async () => {
    await desk.arm(1, { stopPrice: cents(5) })
    desk.show(28, 30, { lastPrice: cents(29) })
    const { source, opened } = streamed()
    let last = ''
    await run(source, 75, {
      // No stream shows the book, and from now on no poll does.
      6000: () => void desk.down.add('EXCHANGE_A'),
      68000: async () => {
        await desk.arm(2, { triggerPriceType: 'MARK' })
        await desk.arm(3, { triggerPriceType: 'BID_ASK' })
        last = await desk.arm(4, { triggerPriceType: 'LAST' })
      },
      71000: () => opened[0]?.onEvent(trade(25)),
    })
    expect(firedIds()).toEqual([{ complexOrderId: last, price: cents(25), source: 'last_trade' }])
  })

  it('polls the markets that the stream has lost, at once and then as usual', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    let soon: unknown[] = []
    let looks: readonly number[] = []
    await run(source, 9, {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      2000: () => {
        desk.show(28, 30)
        looks = [desk.asked.length]
        opened[0]?.onEvent({ kind: 'stale', nativeIds: ['KXTEST'], reason: 'gone' })
      },
      4000: () => {
        soon = firedIds()
        looks = [...looks, desk.asked.length]
      },
    })
    expect(soon).toEqual([{ complexOrderId: id, price: cents(29), source: 'mid' }])
    expect(looks).toEqual([1, 2])
  })

  it('uses the polled book after the stream has lost its own', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    let soon: unknown[] = []
    await run(source, 5, {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      2000: () => {
        desk.show(20, 45, { lastPrice: cents(41) })
        opened[0]?.onEvent({ kind: 'stale', nativeIds: ['KXTEST'], reason: 'gone' })
      },
      4000: () => opened[0]?.onEvent(trade(29)),
      5000: () => {
        soon = firedIds()
      },
    })
    expect(soon).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
  })

  it('fires by the poll if the stream is frozen, and has its book begin anew', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    await run(source, 20, {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      2000: () => desk.show(28, 30),
    })
    expect(firedIds()[0]).toEqual({ complexOrderId: id, price: cents(29), source: 'mid' })
    expect(opened[0]?.rebuilt).toBe(1)
  })

  it('continues until the next run has its streams, and then ends', async () => {
    await desk.arm(1)
    const { source, opened } = streamed()
    const began = desk.time.now
    await run(source, 10, {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      13000: async () => {
        const [feed] = await desk.priceFeeds.all()
        if (feed !== undefined) await desk.priceFeeds.save({ ...feed, heldSince: desk.time.now })
      },
    })
    expect(desk.time.now - began).toBeGreaterThanOrEqual(13_000)
    expect(desk.time.now - began).toBeLessThan(16_000)
    expect((await desk.priceFeeds.all())[0]).toMatchObject({ watched: 1, streamed: 1 })
  })

  it('reads for the account that the stream is open for, also while it shows nothing, until it closes', async () => {
    await desk.arm(1)
    const { source, opened } = streamed(true)
    const account = { accountKey: 'ann', secrets: {} }
    const memory = newWatchState()
    const quoted: unknown[] = []
    const requests: unknown[] = []
    const exchanges: WatchRunDeps['exchanges'] = (name) => {
      const exchange = desk.deps.exchanges(name)
      if (exchange === null) return null
      return {
        ...exchange,
        quotes: async (names, signal, reader) => {
          quoted.push(reader)
          return exchange.quotes(names, signal, reader)
        },
        marketStates: async (names, signal, reader) => {
          requests.push(reader)
          return exchange.marketStates(names, signal, reader)
        },
      }
    }
    const stale = { kind: 'stale', nativeIds: ['KXTEST'], reason: 'gone' } as const
    await run(
      source,
      8,
      {
        1500: () => opened[0]?.onEvent(stale),
        2500: () => desk.show(20, 22, { lastPrice: cents(21), stateIsLive: false }),
      },
      { exchanges, memory, openAccount: async () => account },
    )
    expect(quoted.at(-1)).toBe(account)
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.every((reader) => reader === account)).toBe(true)
    expect(memory.readers.size).toBe(0)
  })

  it('finds an account among many markets whose stops are gone, which stay watched for minutes', async () => {
    const account = { accountKey: 'one', secrets: {} }
    const others = Array.from({ length: 30 }, (_, n) => 1_000 + n)
    const gone = await Promise.all(
      others.map((svcId) => desk.arm(svcId, { target: sampleTarget({ svcId, nativeId: `KX${svcId}` }) })),
    )
    await desk.leave(gone)
    desk.pass(60)
    await desk.arm(1)
    const { source, opened } = streamed(true)
    await run(source, 8, {}, { openAccount: async () => account })
    expect(opened).toHaveLength(1)
    expect(opened[0]?.watching).toContain('KXTEST')
  })

  it('opens again at once for a stop armed soon after the last stop was gone', async () => {
    const armedAt = desk.time.now
    const first = await desk.arm(1)
    const { source, opened } = streamed()
    let reopened = 0
    await run(source, 9, {
      500: () => opened[0]?.onEvent(book(40, 42)),
      1500: async () => {
        await desk.leave([first])
        await desk.complexOrders.unwatch({ ...sampleTarget(), armedAt })
      },
      4000: () => desk.arm(2),
      7500: () => {
        reopened = opened.length
      },
    })
    expect(reopened).toBe(2)
    expect(opened.map(({ closed }) => closed)).toEqual([true, true])
  })

  it('opens nothing when nothing is armed', async () => {
    const { source, opened } = streamed()
    await run(source, 10, {})
    expect(opened).toEqual([])
  })
})

describe('trades between polls', () => {
  const LAST = { triggerPriceType: 'LAST' } as const
  const touch = () => [
    { price: cents(29), at: desk.time.now },
    { price: cents(41), at: desk.time.now },
  ]

  it('fire more LAST stops than are sent at once, all of them', async () => {
    const ids = await desk.crowdOf(1_100, () => LAST)
    const { source, opened } = streamed()
    const fired = new Set<string>()
    const fire = async () => {
      const statements = desk.told().map(({ complexOrderId }) => complexOrderId)
      for (const id of statements) fired.add(id)
      await desk.leave(statements)
    }
    await run(source, 20, {
      1500: () => opened[0]?.onEvent(book(40, 42)),
      3500: () => {
        opened[0]?.onEvent(trade(29))
        opened[0]?.onEvent(trade(41))
      },
      ...Object.fromEntries([5500, 7500, 9500, 12500, 15500].map((at) => [at, fire])),
    })
    await fire()
    expect(fired.size).toBe(ids.length)
  })

  /** Reads of the first run, and of the second one. */
  const readsOfTwo = async (seconds: readonly [number, number]): Promise<readonly [number, number]> => {
    const { source, opened } = streamed()
    await run(source, seconds[0], { 1500: () => opened[0]?.onEvent(book(40, 42)) })
    const first = desk.read.length
    await run(source, seconds[1], { 1500: () => opened[1]?.onEvent(book(40, 42)) })
    return [first, desk.read.length - first]
  }

  it('are read in the first half minute of each run, however the run before has ended, and not later', async () => {
    await desk.arm(1, LAST)
    const half = await readsOfTwo([33, 33])
    for (const reads of half) {
      expect(reads).toBeGreaterThanOrEqual(5)
      expect(reads).toBeLessThan(9)
    }
    desk.read.splice(0)
    expect(await readsOfTwo([58, 58])).toEqual(half)
  })

  it('fire a LAST stop once, if they were made while no run was there', async () => {
    const id = await desk.arm(1, LAST)
    const { source, opened } = streamed()
    await run(source, 40, { 1500: () => opened[0]?.onEvent(book(40, 42)) })
    desk.pass(3)
    const made = touch()
    desk.pass(20)
    await run(source, 40, {
      1500: () => opened[1]?.onEvent(book(40, 42)),
      // Reads return the trades late.
      12500: () => {
        expect(firedIds()).toEqual([])
        desk.tape.set('KXTEST', made)
      },
      18500: () => desk.leave([id]),
    })
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
  })

  it('are not read if no stop uses them', async () => {
    await desk.arm(1)
    expect(await readsOfTwo([20, 20])).toEqual([0, 0])
  })

  it('are read in a gap and for a while after it, and fire the stops they reached once', async () => {
    const id = await desk.arm(1, LAST)
    const { source, opened } = streamed()
    let before = 0
    let after = 0
    await run(source, 60, {
      1500: () => opened[0]?.onEvent(book(40, 42)),
      6500: () => opened[0]?.onEvent({ kind: 'stale', nativeIds: ['KXTEST'], reason: 'gone' }),
      8500: () => opened[0]?.onEvent(book(40, 42)),
      // Reads return the trade late.
      14500: () => {
        before = desk.read.length
        expect(firedIds()).toEqual([])
        desk.tape.set('KXTEST', [
          { price: cents(29), at: desk.time.now - 7_000 },
          { price: cents(41), at: desk.time.now - 7_000 },
        ])
      },
      20500: async () => {
        expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
        await desk.leave([id])
        await desk.arm(2, LAST)
      },
      // A later book starts no new wait.
      34500: () => opened[0]?.onEvent(book(40, 42)),
      44500: () => {
        after = desk.read.length
      },
    })
    expect(before).toBeGreaterThan(0)
    expect(after).toBeLessThanOrEqual(10)
    expect(desk.read.length).toBe(after)
    expect(firedIds()).toEqual([])
  })

  it('are read after a gap that came right after the market was shown first', async () => {
    const id = await desk.arm(1, LAST)
    const { source, opened } = streamed()
    const made: MadeTrade[] = []
    await run(source, 14, {
      500: () => opened[0]?.onEvent(book(40, 42)),
      1500: () => {
        opened[0]?.onEvent({ kind: 'missed', nativeIds: ['KXTEST'], reason: 'gone' })
        made.push(...touch())
        opened[0]?.onEvent(book(40, 42))
      },
      6500: () => desk.tape.set('KXTEST', made),
    })
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
  })

  it('are read after a gap as often if very many other markets are shown', async () => {
    const others = Array.from({ length: 250 }, (_, n) => n)
    for (const n of others) {
      const nativeId = `KX${n}`
      await desk.arm(100 + n, { target: sampleTarget({ svcId: 1_000 + n, nativeId }) })
      desk.show(40, 42, { nativeId })
    }
    await desk.arm(1, LAST)
    const { source, opened } = streamed()
    const showAll = () => {
      for (const n of others) opened[0]?.onEvent(book(40, 42, `KX${n}`))
      opened[0]?.onEvent(book(40, 42))
    }
    await run(source, 50, {
      1500: showAll,
      11500: () => opened[0]?.onEvent({ kind: 'stale', nativeIds: ['KXTEST'], reason: 'gone' }),
      12500: () => opened[0]?.onEvent(book(40, 42)),
    })
    expect(desk.read.filter((name) => name === 'KXTEST').length).toBeGreaterThanOrEqual(5)
  })

  it.each([
    ['at all', null],
    ['for some seconds, also when it has begun', 6_500],
  ])('are read if no stream shows the market %s', async (_, shownAt) => {
    const id = await desk.arm(1, LAST)
    const { source, opened } = streamed(shownAt === null)
    const made: MadeTrade[] = []
    await run(source, 19, {
      4500: () => made.push(...touch()),
      ...(shownAt === null ? {} : { [shownAt]: () => opened[0]?.onEvent(book(40, 42)) }),
      // Reads return the trades late.
      8500: () => desk.tape.set('KXTEST', made),
    })
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
  })

  it('are read for a while by the next run if the run before had no stream', async () => {
    await desk.arm(1, LAST)
    await run(null, 12, {})
    desk.read.splice(0)
    const { source, opened } = streamed()
    await run(source, 50, { 1500: () => opened[0]?.onEvent(book(40, 42)) })
    expect(desk.read.length).toBeGreaterThan(4)
    expect(desk.read.length).toBeLessThan(9)
  })

  it('fire a stop that was armed a moment before, and is found a moment later', async () => {
    await desk.arm(1, { ...LAST, stopPrice: cents(10) })
    const { armedStops } = desk.complexOrders
    const { source, opened } = streamed()
    let id = ''
    await run(source, 20, {
      1500: () => opened[0]?.onEvent(book(40, 42)),
      6500: async () => {
        desk.complexOrders.armedStops = async () => ({ stops: [], isAny: false })
        id = await desk.arm(2, LAST)
      },
      8500: () => {
        opened[0]?.onEvent(trade(29))
        opened[0]?.onEvent(trade(41))
      },
      9500: () => {
        desk.complexOrders.armedStops = armedStops
      },
    })
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(29), source: 'last_trade' }])
  })
})

describe('a run without a stream is served by the poll', () => {
  it('if the exchange wants an account and no user has one', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed(true)
    await run(source, 9, { 2000: () => desk.show(28, 30) })
    expect(opened).toEqual([])
    expect(firedIds().map(({ complexOrderId }) => complexOrderId)).toEqual([id])
  })

  it('if the exchange refuses the handshake', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    await run(source, 9, {
      200: () => opened[0]?.onEvent({ kind: 'refused', reason: '401' }),
      2000: () => desk.show(28, 30),
    })
    // The stream is not opened again at once.
    expect(opened.map(({ closed }) => closed)).toEqual([true])
    expect(firedIds().map(({ complexOrderId }) => complexOrderId)).toEqual([id])
  })

  it('if the exchange ends a stream that has shown the market: its news no longer counts', async () => {
    const id = await desk.arm(1)
    const { source, opened } = streamed()
    await run(source, 9, {
      1000: () => opened[0]?.onEvent(book(40, 42)),
      1500: () => opened[0]?.onEvent(trade(41)),
      2500: () => {
        opened[0]?.onEvent({ kind: 'refused', reason: '401' })
        desk.show(20, 45, { lastPrice: cents(25) })
      },
    })
    expect(firedIds()).toEqual([{ complexOrderId: id, price: cents(25), source: 'last_trade' }])
    expect(await desk.priceFeeds.all()).toMatchObject([{ watched: 1, streamed: 0 }])
  })

  it('until there is a stream for another account, if the exchange refuses the first one for good', async () => {
    const [ann, bert] = [uuidAt(1, 1), uuidAt(1, 2)]
    await desk.arm(1, { subaccountId: ann })
    await desk.arm(2, { subaccountId: bert })
    const { source, opened } = streamed(true)
    const refuse = () => opened[0]?.onEvent({ kind: 'refused', reason: '401' })
    await run(source, 14, { 200: refuse }, { openAccount: async (accountKey) => ({ accountKey, secrets: {} }) })
    const accounts = opened.map(({ account }) => account)
    expect([...accounts].sort()).toEqual([ann, bert])
  })
})
