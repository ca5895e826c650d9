/** A sweep continues in rounds. Each round reads the most urgent work first, and none lasts long. */

import { describe, expect, it } from 'vitest'
import { accountSyncStore, accountSyncToRow } from '#adapters/store/accounts/account-syncs.ts'
import { subaccountToRow } from '#adapters/store/accounts/subaccount-row.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { tradingDayToRow } from '#adapters/store/portfolio/trading-days.ts'
import { orderToRow } from '#adapters/store/rows/order-row.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import { money, qty } from '#domain/kernel/numbers.ts'
import { DAY } from '#domain/kernel/time.ts'
import { NO_LIMITS } from '#domain/risk/limits.ts'
import { beginDay } from '#domain/risk/trading-day.ts'
import { NOW, sampleOrder, sampleSubaccount } from '#test/adapters/store/samples.ts'
import { seededIds } from '#test/support/seeded-ids.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { sweepStores } from '#test/support/sweep-stores.ts'
import { sweepWork } from '#use-cases/sweep/sweep-work.ts'
import { WORK_LOG } from '#use-cases/work/log-messages.ts'

const ids = seededIds(() => NOW)

const openDesk = async () => {
  const { table: plain, reach } = await memoryTable()
  const requests: string[] = []
  const time = { now: NOW, eachSendTakes: 0 }
  const sent: Array<{ readonly queue: string; readonly body: object; readonly at: number }> = []
  let sends = async (): Promise<void> => undefined
  let readUnits = 0
  let meanwhile = async (): Promise<unknown> => undefined
  const table: Table = openTable({
    ...reach,
    onConsumed: ({ operation, total }) => {
      if (operation === 'batchGet') readUnits += total
    },
    faults: (operation, send) => {
      requests.push(operation)
      return send()
    },
  })
  const queues = {
    send: async (queue: string, body: object) => {
      await sends()
      time.now += time.eachSendTakes
      sent.push({ queue, body, at: time.now })
    },
  }
  const stores = sweepStores(table)
  const { orders } = stores
  const errors: string[] = []
  const deps = {
    ...stores,
    orders: {
      ...orders,
      save: async (...order: Parameters<typeof orders.save>) => {
        await meanwhile()
        return orders.save(...order)
      },
    },
    pause: async () => undefined,
    queues,
    accounts: 'simulated' as const,
    swept: new Map(),
    clock: () => time.now,
    log: { ...SILENT_LOG, error: (text: string) => errors.push(text) },
  }
  return {
    plain,
    errors,
    time,
    sent,
    /** How many requests of that kind were made since it was asked last. */
    count: (operation: string): number => {
      const many = requests.filter((one) => one === operation).length
      requests.splice(0)
      return many
    },
    /** Number of rows that were read together: each is less than 4 KB. */
    readTogether: () => readUnits,
    /** Between what the sweep reads of an order and what it stores. */
    onSave: (act: () => Promise<unknown>) => {
      meanwhile = act
    },
    onSend: (act: () => Promise<void>) => {
      sends = act
    },
    sweep: () => sweepWork(deps),
  }
}

const overdueAccounts = (count: number) =>
  Array.from({ length: count }, () =>
    activate(null, { subaccountId: ids.uuid(), exchange: 'EXCHANGE_A' }, NOW),
  ).flatMap((state) => (state === null ? [] : [accountSyncToRow({ ...state, dueAt: NOW - 1_000 }, 1)]))

const overdueDays = (count: number, maxDailyLoss: number | null) =>
  Array.from({ length: count }, () => {
    const whose = { userId: ids.uuid(), subaccountId: ids.uuid() }
    const day = beginDay({ ...whose, version: 0 }, { pnl: money(0), holds: true }, NOW - DAY)
    const loss = maxDailyLoss === null ? null : money(maxDailyLoss)
    const limits = { ...NO_LIMITS, maxDailyLoss: loss, updatedAt: NOW - DAY }
    return [
      tradingDayToRow({ ...day, dueAt: NOW - 1_000 }, 1),
      subaccountToRow(sampleSubaccount({ ...whose, insertedAt: NOW - DAY, limits, version: 1 }), 1),
    ]
  }).flat()

describe('a sweep', () => {
  it('reads urgent work every half second, however long each piece of a backlog takes', async () => {
    const desk = await openDesk()
    await desk.plain.putAll(overdueAccounts(150))
    desk.time.eachSendTakes = 50
    const urgent = sampleOrder({ orderId: ids.uuid(), timeInForce: 'IOC', sendBy: NOW + 30_000, dueAt: NOW })
    let storedAt = 0
    desk.onSend(async () => {
      if (storedAt > 0) return
      storedAt = desk.time.now
      await orderStore(desk.plain).create(urgent)
    })
    await desk.sweep()
    const at = desk.sent.find(({ queue }) => queue === 'execute-order')?.at ?? Number.POSITIVE_INFINITY
    // The half second, what 32 lanes had begun by then, and what they begin with it: here all of them share one clock.
    expect(at - storedAt).toBeLessThan(500 + 2 * 32 * 50 + 100)
    expect(desk.sent.filter(({ queue }) => queue === 'sync-account').length).toBeGreaterThan(100)
  })

  it('processes all pieces of a backlog although rounds end before they are through', async () => {
    const desk = await openDesk()
    await desk.plain.putAll(overdueAccounts(100))
    desk.time.eachSendTakes = 40
    expect(await desk.sweep()).toBe(100)
    expect(new Set(desk.sent.map(({ body }) => JSON.stringify(body))).size).toBe(100)
  })

  it('reads little in vain if rounds end before they are through', async () => {
    const desk = await openDesk()
    await desk.plain.putAll(overdueAccounts(500))
    desk.time.eachSendTakes = 40
    const swept = await desk.sweep()
    expect(swept).toBeGreaterThan(200)
    // The first round, which knows nothing of the time a piece takes, and a sixth of the others.
    expect(desk.readTogether()).toBeLessThan(160 + (7 / 6) * swept)
  })

  it('reads all work after the work it found is done, and only urgent work in between', async () => {
    const desk = await openDesk()
    const users = Array.from({ length: 40 }, () => ids.uuid())
    await desk.plain.putAll(
      Array.from({ length: 600 }, (_, n) => {
        const order = sampleOrder({ orderId: ids.uuid(), userId: users[n % 40] ?? '', dueAt: NOW - 1_000 })
        return orderToRow({ ...order, timeInForce: 'GTC', orderType: 'LIMIT' }, order.version)
      }),
    )
    expect(await desk.sweep()).toBe(600)
    // Three times: both ends of four full partitions, and the beginning of the others. Between rounds: six partitions.
    expect(desk.count('query')).toBeLessThanOrEqual(3 * 20 + 3 * 6)
  })

  it('reads the accounts of a round together', async () => {
    const desk = await openDesk()
    await desk.plain.putAll(overdueAccounts(40))
    await desk.sweep()
    expect(desk.sent).toHaveLength(40)
    expect(desk.count('get')).toBe(0)
  })

  it('reads the trading days of a round together, with their subaccounts', async () => {
    const desk = await openDesk()
    await desk.plain.putAll(overdueDays(40, 100))
    expect(await desk.sweep()).toBe(40)
    expect(desk.count('get')).toBe(0)
    expect(await desk.sweep()).toBe(0)
  })

  it('asks once more for a subaccount without a daily limit before its day is removed', async () => {
    const desk = await openDesk()
    await desk.plain.putAll(overdueDays(3, null))
    await desk.sweep()
    expect(desk.count('get')).toBe(3)
    expect(await desk.sweep()).toBe(0)
  })
})

describe('an order that waits to be sent', () => {
  const waiting = sampleOrder({ dueAt: NOW })
  const account = { subaccountId: waiting.subaccountId, exchange: waiting.exchange }

  const openWithOrder = async () => {
    const desk = await openDesk()
    await orderStore(desk.plain).create(waiting)
    /** Sweeps each time it is due. */
    const sweepFor = async (seconds: number, meanwhile: () => Promise<unknown> = async () => undefined) => {
      for (let passed = 0; passed < seconds; passed += 10) {
        await meanwhile()
        await desk.sweep()
        desk.time.now += 10_000
      }
    }
    const syncs = accountSyncStore(desk.plain)
    const sendAnother = async () => {
      const woken = activate(await syncs.get(account.subaccountId, account.exchange), account, desk.time.now)
      if (woken !== null) await syncs.save(woken)
    }
    return { desk, sweepFor, sendAnother, messages: () => desk.sent.filter(({ queue }) => queue === 'execute-order') }
  }

  it('is enqueued again at the next sweep while it must act now, else after twenty seconds', async () => {
    const messagesIn = async (seconds: number, change: Partial<typeof waiting>): Promise<number> => {
      const desk = await openDesk()
      await orderStore(desk.plain).create({ ...waiting, ...change })
      for (let passed = 0; passed < seconds; passed += 10) {
        await desk.sweep()
        desk.time.now += 10_000
      }
      return desk.sent.length
    }
    expect(await messagesIn(20, { timeInForce: 'IOC', sendBy: NOW + 30_000 })).toBe(2)
    expect([await messagesIn(20, {}), await messagesIn(30, {})]).toEqual([1, 2])
  })

  it('is reported as left behind once if it is not claimed', async () => {
    const { desk, sweepFor, messages } = await openWithOrder()
    await sweepFor(20)
    expect(desk.errors).toEqual([])
    await sweepFor(280)
    expect(desk.errors).toEqual([WORK_LOG.leftBehind])
    expect(messages().length).toBeGreaterThan(4)
  })

  it('is not reported as left behind if it is claimed at the same moment', async () => {
    const { desk, messages } = await openWithOrder()
    const orders = orderStore(desk.plain)
    desk.onSave(async () => {
      const order = await orders.get(waiting.orderId)
      if (order?.dueAt === NOW) await orders.save({ ...order, dueAt: NOW + 5_000 })
    })
    await desk.sweep()
    expect(messages()).toEqual([])
    desk.time.now += 10_000
    await desk.sweep()
    expect(messages()).toHaveLength(1)
    expect(desk.errors).toEqual([])
  })

  it('is enqueued, and not reported as left behind, while others of its account are sent', async () => {
    const { desk, sweepFor, sendAnother, messages } = await openWithOrder()
    await sweepFor(300, sendAnother)
    expect(desk.errors).toEqual([])
    expect(messages().length).toBeGreaterThan(4)
    await sweepFor(200)
    expect(desk.errors).toEqual([WORK_LOG.leftBehind])
  })
})

describe('an order that has ended', () => {
  it('is not reported as left behind while its trades settle: the polls of its account read them', async () => {
    const desk = await openDesk()
    const trades = {
      tradedQty: qty(2_000_000),
      exchangeFilledQty: qty(2_000_000),
      provisional: { count: 1, since: NOW },
    }
    const order = { status: 'CANCELLED', sendState: 'acked', exchangeState: 'ended', exchangeOrderId: 'there' } as const
    await orderStore(desk.plain).create(sampleOrder({ ...order, ...trades, dueAt: NOW }))
    for (let passed = 0; passed < 100; passed += 10) {
      await desk.sweep()
      desk.time.now += 10_000
    }
    expect(desk.sent.map(({ queue }) => queue)).toContain('sync-account')
    expect(desk.errors).toEqual([])
  })
})
