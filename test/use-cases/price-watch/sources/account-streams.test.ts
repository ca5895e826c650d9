/** The private streams that a run of the watch holds: their accounts, credentials and updates. */

import { beforeEach, describe, expect, it } from 'vitest'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import type { AccountEvent } from '#ports/exchanges/account-stream.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { QueueMessages } from '#ports/work/queues.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { storyTimers } from '#test/support/story-timers.ts'
import { AccountStreams } from '#use-cases/price-watch/sources/account-streams.ts'

type Message = QueueMessages['sync-account']
interface Opened {
  readonly account: ExchangeAccount
  readonly onEvent: (event: AccountEvent) => void
  closed: boolean
}

const A = { subaccountId: 'a', exchange: 'EXCHANGE_A' } as const
const FILL = {
  fillId: 'f',
  tradeId: 'f',
  exchangeOrderId: 'o',
  nativeId: 'KX',
  at: 1,
  price: price(400_000),
  qty: qty(1_000_000),
  fee: money(0),
  buyFlag: true,
  isMaker: true,
  status: 'FINAL',
} as const

let time: { now: number }
let opened: Opened[]
let sent: Message[]
let metrics: string[]
let keys: Map<string, ExchangeAccount>
let streams: AccountStreams
let timers: ReturnType<typeof storyTimers>
let queueIsAway: boolean

const secretsOf = (name: string, secret = 's') => ({ accountKey: `key ${name}`, secrets: { secret } })
const pass = async (ms: number): Promise<void> => {
  time.now += ms
  timers.fire()
  await new Promise((go) => setTimeout(go, 0))
}
const fill = (fillId: string): AccountEvent => ({ kind: 'fill', fill: { ...FILL, fillId }, identity: 'i' })
const the = (n: number): Opened => opened[n] ?? expect.fail(`no stream ${n}`)

beforeEach(() => {
  time = { now: 1_000_000 }
  opened = []
  sent = []
  metrics = []
  queueIsAway = false
  keys = new Map([['a', secretsOf('a')]])
  timers = storyTimers(() => time.now)
  streams = new AccountStreams({
    accountStreams: (name) =>
      name === 'EXCHANGE_B'
        ? null
        : {
            open: async (account, hear) => {
              const one: Opened = { account, onEvent: hear, closed: false }
              opened.push(one)
              return {
                close: () => {
                  one.closed = true
                },
              }
            },
          },
    openAccount: async (subaccountId) => keys.get(subaccountId) ?? null,
    queues: {
      send: async (_queue, message) => {
        if (queueIsAway) throw new Error('away')
        sent.push(message as Message)
      },
    },
    after: timers.after,
    clock: () => time.now,
    log: { ...SILENT_LOG, metric: (name) => void metrics.push(name) },
  })
})

describe('a run', () => {
  it('holds one stream for each account while it is requested, and none at an exchange without streams', async () => {
    await streams.follow([A, { ...A, exchange: 'EXCHANGE_B' }])
    await streams.follow([A])
    expect(opened.map(({ account }) => account.accountKey)).toEqual(['key a'])
    expect([streams.isOpen(), streams.isReady()]).toEqual([true, false])
    the(0).onEvent({ kind: 'open' })
    expect(streams.isReady()).toBe(true)
    await streams.follow([])
    expect([the(0).closed, streams.isOpen()]).toEqual([true, false])
  })

  it('passes on simultaneous news in one message, with at most a hundred fills each', async () => {
    await streams.follow([A])
    for (let n = 0; n < 150; n += 1) the(0).onEvent(fill(`f${n}`))
    const report = { exchangeOrderId: 'o', identity: 'i', state: 'ended', filledQty: qty(150_000_000) } as const
    the(0).onEvent({ kind: 'order', report })
    expect(sent).toEqual([])
    await pass(20)
    expect(sent.map(({ news }) => [news?.fills.length, news?.orders.length])).toEqual([
      [100, 1],
      [50, 0],
    ])
    expect(sent[0]).toMatchObject({ ...A, poll: 0 })
  })

  it('passes on no more than a hundred orders in one message, however many end together', async () => {
    await streams.follow([A])
    for (let n = 0; n < 250; n += 1)
      the(0).onEvent({
        kind: 'order',
        report: { exchangeOrderId: `o${n}`, identity: `i${n}`, state: 'ended', filledQty: qty(0) },
      })
    the(0).onEvent(fill('f'))
    await pass(20)
    expect(sent.map(({ news }) => [news?.fills.length, news?.orders.length])).toEqual([
      [1, 100],
      [0, 100],
      [0, 50],
    ])
  })

  it('asks for a poll after news without facts, and when a lost stream is back', async () => {
    await streams.follow([A])
    the(0).onEvent({ kind: 'open' })
    await pass(100)
    expect(sent).toEqual([])
    the(0).onEvent({ kind: 'changed' })
    await pass(100)
    the(0).onEvent({ kind: 'lost', reason: 'gone' })
    the(0).onEvent({ kind: 'open' })
    await pass(100)
    expect(sent.map(({ news }) => news)).toEqual([
      { fills: [], orders: [] },
      { fills: [], orders: [] },
    ])
    expect(metrics).toEqual(['AccountStreamsLost'])
  })

  it('continues if the queue takes nothing: the poll finds it', async () => {
    await streams.follow([A])
    queueIsAway = true
    the(0).onEvent(fill('f1'))
    await pass(20)
    queueIsAway = false
    the(0).onEvent(fill('f2'))
    await pass(20)
    expect(sent.map(({ news }) => news?.fills.map(({ fillId }) => fillId))).toEqual([['f2']])
  })

  it('sends received news of an account even if the account is followed no more', async () => {
    await streams.follow([A])
    the(0).onEvent(fill('f'))
    await streams.follow([])
    await pass(20)
    expect(sent.map(({ news }) => news?.fills.length)).toEqual([1])
  })

  it('sends received news when it ends, and receives nothing afterwards', async () => {
    await streams.follow([A])
    the(0).onEvent(fill('f1'))
    await streams.close()
    the(0).onEvent(fill('f2'))
    await pass(20)
    expect(sent.map(({ news }) => news?.fills.map(({ fillId }) => fillId))).toEqual([['f1']])
    expect(the(0).closed).toBe(true)
  })
})

describe('credentials', () => {
  it('close the stream within ten seconds if they are deleted, and their replacement opens another', async () => {
    await streams.follow([A])
    keys.delete('a')
    await streams.follow([A])
    expect(the(0).closed).toBe(false)
    await pass(10_000)
    await streams.follow([A])
    expect([the(0).closed, opened.length]).toEqual([true, 1])
    keys.set('a', secretsOf('other'))
    await pass(10_000)
    await streams.follow([A])
    expect(opened[1]?.account.accountKey).toBe('key other')
    the(0).onEvent(fill('of the account before'))
    await pass(20)
    expect(sent).toEqual([])
  })

  it('leave the stream alone if they were opened anew and are the same', async () => {
    await streams.follow([A])
    keys.set('a', secretsOf('a'))
    await pass(10_000)
    await streams.follow([A])
    expect([opened.length, the(0).closed]).toEqual([1, false])
  })

  it('are not tried again before they have changed if the exchange refuses them', async () => {
    await streams.follow([A])
    the(0).onEvent({ kind: 'refused', reason: '401' })
    expect([the(0).closed, streams.isOpen(), streams.isReady()]).toEqual([true, false, true])
    await pass(10_000)
    await streams.follow([A])
    expect(opened).toHaveLength(1)
    keys.set('a', secretsOf('a', 'new'))
    await pass(10_000)
    await streams.follow([A])
    expect(opened).toHaveLength(2)
    expect(metrics).toEqual(['AccountStreamsRefused'])
  })
})

describe('more accounts than one run can hold', () => {
  it('are left to their polls beyond a hundred, and counted once', async () => {
    const many = Array.from({ length: 130 }, (_, n) => ({ ...A, subaccountId: `a${n}` }))
    for (const { subaccountId } of many) keys.set(subaccountId, secretsOf(subaccountId))
    await streams.follow(many)
    await streams.follow(many)
    expect(opened).toHaveLength(100)
    expect(metrics).toEqual(['AccountsNotStreamed'])
  })
})
