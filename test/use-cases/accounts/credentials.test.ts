/** Storing, showing and removing credentials: the owner of the account, the work that needs it, and concurrent events. */

import { beforeEach, describe, expect, it } from 'vitest'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { positionKey } from '#adapters/store/engine/keys.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { fillStore } from '#adapters/store/portfolio/fills.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { activate } from '#domain/accounts/sync/activate.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { arm } from '#domain/contingent/transitions.ts'
import type { ExchangeRefusal } from '#domain/exchanges/exchange-refusal.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { Verification } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import {
  NOW,
  SUBACCOUNT,
  sampleMarket,
  sampleOrder,
  sampleSubaccount,
  USER,
  uuidAt,
} from '#test/adapters/store/samples.ts'
import { basketOf } from '#test/domain/baskets/round-samples.ts'
import { contracts, sampleConditional, sampleTarget } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { activateAccount } from '#use-cases/accounts/activate-account.ts'
import { getCredentials } from '#use-cases/accounts/credentials/get-credentials.ts'
import { removeCredentials } from '#use-cases/accounts/credentials/remove-credentials.ts'
import { showCredentials } from '#use-cases/accounts/credentials/show-credentials.ts'
import { storeCredentials } from '#use-cases/accounts/credentials/store-credentials.ts'
import { toExternal } from '#use-cases/reconcile/trades/record-external-fills.ts'

const OTHER = uuidAt(NOW, 2)
const AT_A = { userId: USER, subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A' } as const
const AT_B = { ...AT_A, exchange: 'EXCHANGE_B' } as const

/** A key is the name of its account, of its wallet there, and a letter. */
const keyOf = (account: string, wallet = account, letter = 'a') => ({ account, wallet, letter })
const MINE = keyOf('mine')

const openDesk = async () => {
  const { table } = await memoryTable()
  const time = { now: NOW }
  const [subaccounts, accountSyncs, orders] = [subaccountStore(table), accountSyncStore(table), orderStore(table)]
  for (const subaccountId of [SUBACCOUNT, OTHER]) await subaccounts.create(sampleSubaccount({ subaccountId }))
  const requested: string[] = []
  const refusals: ExchangeRefusal[] = []
  const exchange = {
    answer: 'well' as 'well' | 'away' | 'invalid',
    readiness: 'well' as 'well' | 'away',
    /** While the exchange is asked. */
    meanwhile: async (): Promise<unknown> => undefined,
  }
  let sealed = 0
  const deps = {
    subaccounts,
    accountSyncs,
    orders,
    credentials: credentialsStore(table),
    markets: marketStore(table),
    complexOrders: complexOrderStore(table),
    positions: positionStore(table),
    queues: storyQueues(() => time.now),
    exchangeRefusals: { all: async () => refusals },
    vault: {
      seal: async (text: string, context: object) => {
        sealed += 1
        return Buffer.from(JSON.stringify({ text, context, sealed })).toString('base64')
      },
      open: async () => expect.fail('nothing is opened'),
    },
    exchanges: (name: ExchangeName) => ({
      verify: async (given: Readonly<Record<string, string>>): Promise<Verification> => {
        requested.push(name)
        await exchange.meanwhile()
        if (exchange.answer === 'away') throw new ExchangeUnavailable(name, 'away')
        if (exchange.answer === 'invalid') return { kind: 'invalid', field: 'letter', reason: 'It is not known.' }
        const { account = '', letter = '' } = given
        return { kind: 'valid', exchangeAccount: account, publicPart: `${account} ${letter}`, secrets: given }
      },
      holderOf: async ({ secrets }: { readonly secrets: Readonly<Record<string, string>> }) => secrets['wallet'] ?? '',
      readiness: async () => {
        if (exchange.readiness === 'away') throw new ExchangeUnavailable(name, 'away')
        return [{ check: 'cash', ok: true, detail: 'There is some.' }]
      },
    }),
    clock: () => time.now,
    pause: async (ms: number) => {
      time.now += ms
    },
    log: SILENT_LOG,
  }
  const store = async (
    key: ReturnType<typeof keyOf>,
    where: typeof AT_A | typeof AT_B = AT_A,
    subaccountId = SUBACCOUNT,
  ) => {
    const stored = await storeCredentials(deps, { ...where, subaccountId }, key, AbortSignal.timeout(60_000))
    return 'problem' in stored ? `${stored.status} ${stored.code}` : 'stored'
  }
  const remove = async (where: typeof AT_A | typeof AT_B = AT_A) => {
    const refused = await removeCredentials(deps, where)
    return refused === null ? 'removed' : `${refused.status} ${refused.code}`
  }
  return {
    deps,
    time,
    asked: requested,
    exchange,
    refusals,
    store,
    remove,
    polls: () => deps.queues.sent.splice(0).map(({ queue, body }) => ({ queue, ...JSON.parse(body) })),
    record: async (where: typeof AT_A | typeof AT_B = AT_A) => {
      const record = await getCredentials(deps, where)
      return 'problem' in record ? null : record
    },
    /** The account was polled as that holder's. */
    poll: async (account: string, at: Millis = time.now, where: typeof AT_A | typeof AT_B = AT_A) => {
      const state = await accountSyncs.get(SUBACCOUNT, where.exchange)
      const next = state ?? activate(null, where, at) ?? expect.fail()
      expect(await accountSyncs.save({ ...next, account, activatedAt: at })).toBe(true)
    },
    /** Something is bought there. */
    buy: async (where: typeof AT_A | typeof AT_B = AT_A) => {
      const about = { fillId: `f ${where.exchange}`, tradeId: 't', exchangeOrderId: 'o', nativeId: 'KXONE', at: NOW }
      const terms = { price: price(400_000), qty: qty(ONE), fee: money(0), buyFlag: true, isMaker: false } as const
      await fillStore(table).recordExternal([toExternal(where, { ...about, ...terms, status: 'FINAL' })], NOW)
    },
    /** Stores the position in a form that this version cannot read. */
    damage: async () => {
      const place = positionKey(SUBACCOUNT, 'EXCHANGE_A', svcIdOf('EXCHANGE_A', 'KXONE'))
      await table.putAll([{ ...place, st: 'asleep' }])
    },
    /** An order is accepted and sent, as by another request. */
    send: async (n = 1) => {
      await orders.create(sampleOrder({}, n))
      await activateAccount(deps, AT_A)
    },
    /** Once, while live orders are looked for. */
    onLook: (act: () => Promise<unknown>) => {
      const { live } = orders
      Object.assign(orders, {
        live: async (...given: Parameters<typeof live>) => {
          const found = await live(...given)
          Object.assign(orders, { live })
          await act()
          return found
        },
      })
    },
  }
}

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => {
  desk = await openDesk()
})

describe('credentials', () => {
  it('are stored sealed for their place alone, their account is polled, and its readiness is known', async () => {
    expect(await desk.store(MINE)).toBe('stored')
    const record = (await desk.record()) ?? expect.fail()
    expect(record).toMatchObject({ exchangeAccount: 'mine', verifiedAt: NOW, insertedAt: NOW, autoRedeem: false })
    expect(record.fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(JSON.parse(Buffer.from(record.sealed, 'base64').toString())).toMatchObject({
      text: JSON.stringify(MINE),
      context: { user: USER, subaccount: SUBACCOUNT, exchange: 'EXCHANGE_A' },
    })
    expect(desk.polls()).toMatchObject([{ queue: 'sync-account', subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A' }])
    const shown = await showCredentials(desk.deps, AT_A)
    expect(shown).toMatchObject({ checks: [{ check: 'cash', ok: true, checkedAt: NOW }] })
  })

  it('are stored although the exchange does not report the readiness of the account', async () => {
    desk.exchange.readiness = 'away'
    expect(await desk.store(MINE)).toBe('stored')
  })

  it('keep their first creation time, and get another fingerprint, with another key', async () => {
    await desk.store(MINE)
    const first = await desk.record()
    desk.time.now += SECOND
    expect(await desk.store(keyOf('mine', 'mine', 'b'))).toBe('stored')
    const second = await desk.record()
    expect(second).toMatchObject({ insertedAt: NOW, verifiedAt: NOW + SECOND })
    expect(second?.fingerprint).not.toBe(first?.fingerprint)
  })

  it('are refused for a subaccount of another user, and no exchange is asked', async () => {
    const { deps, asked } = desk
    const theirs = { ...AT_A, userId: uuidAt(NOW, 9) }
    const NOT_FOUND = { status: 404, detail: 'Subaccount not found' }
    expect(await storeCredentials(deps, theirs, MINE, AbortSignal.timeout(60_000))).toMatchObject(NOT_FOUND)
    expect(asked).toEqual([])
    await desk.store(MINE)
    expect(await getCredentials(deps, theirs)).toMatchObject(NOT_FOUND)
    expect(await showCredentials(deps, theirs)).toMatchObject(NOT_FOUND)
    expect(await removeCredentials(deps, theirs)).toMatchObject(NOT_FOUND)
    expect(await desk.record()).not.toBeNull()
  })

  it('are refused by field if the exchange does not know them, and answered with a 503 if it is silent', async () => {
    const { deps, exchange } = desk
    exchange.answer = 'invalid'
    const signal = AbortSignal.timeout(60_000)
    const UNKNOWN = { status: 422, detail: 'It is not known.', loc: ['body', 'letter'] }
    expect(await storeCredentials(deps, AT_A, MINE, signal)).toMatchObject(UNKNOWN)
    exchange.answer = 'away'
    const AWAY = { status: 503, code: 'exchange_unavailable', headers: { 'retry-after': '10' } }
    expect(await storeCredentials(deps, AT_A, MINE, signal)).toMatchObject(AWAY)
    expect(await desk.record()).toBeNull()
    expect(desk.polls()).toEqual([])
  })

  it('belong to one subaccount for each account', async () => {
    await desk.store(MINE)
    expect(await desk.store(MINE, AT_A, OTHER)).toBe('409 credentials_in_use')
    await desk.remove()
    expect(await desk.store(MINE, AT_A, OTHER)).toBe('stored')
  })

  it('are not stored for a subaccount that is deleted while the exchange is asked', async () => {
    const { deps, exchange, store } = desk
    exchange.meanwhile = async () => {
      const owner = (await deps.subaccounts.get(USER, SUBACCOUNT)) ?? expect.fail()
      expect(await deps.subaccounts.remove(owner, [], [])).toBe(true)
    }
    expect(await store(MINE)).toBe('404 not_found')
    expect(await deps.credentials.get(SUBACCOUNT, 'EXCHANGE_A')).toBeNull()
  })
})

/** Work that needs the account of a subaccount. */
const NEEDED: ReadonlyArray<readonly [string, (n?: number) => Promise<unknown>]> = [
  ['a live order', () => desk.deps.orders.create(sampleOrder())],
  [
    'an order that has ended with fills still missing',
    () => {
      const over = { status: 'CANCELLED', sendState: 'acked', exchangeState: 'ended', exchangeOrderId: 'o' } as const
      return desk.deps.orders.create(sampleOrder({ ...over, exchangeFilledQty: qty(ONE) }))
    },
  ],
  [
    'an order on a custom asset with a member there',
    async () => {
      const market = sampleMarket('KXONE')
      await desk.deps.markets.name([market])
      const about = { orderId: uuidAt(NOW, 5), userId: USER, subaccountId: SUBACCOUNT }
      await desk.deps.orders.create(basketOf({ ...about, members: [market.svcId] }))
    },
  ],
  [
    'an armed stop there',
    () => {
      const stop = sampleConditional({ userId: USER, subaccountId: SUBACCOUNT })
      return desk.deps.complexOrders.save({ newComplexOrders: [arm(stop, contracts(10), null, NOW)] })
    },
  ],
  [
    'a conditional order there, behind a hundred newer ones elsewhere',
    async () => {
      const about = { userId: USER, subaccountId: SUBACCOUNT }
      const elsewhere = sampleTarget({ exchange: 'EXCHANGE_B', nativeId: '0x1', svcId: 8 })
      const stops = Array.from({ length: 101 }, (_, n) =>
        sampleConditional({ ...about, complexOrderId: uuidAt(NOW + n, n), ...(n === 0 ? {} : { target: elsewhere }) }),
      )
      for (const stop of stops) await desk.deps.complexOrders.save({ newComplexOrders: [stop] })
    },
  ],
]

describe.each(NEEDED)('under %s', (_, need) => {
  beforeEach(async () => {
    await desk.store(MINE)
    await desk.poll('mine')
    await desk.store(keyOf('elsewhere'), AT_B)
    await need()
  })

  it('credentials stay, and another key of the same account can replace them', async () => {
    expect(await desk.remove()).toBe('409 live_orders')
    expect(await desk.store(keyOf('another'))).toBe('409 live_orders')
    expect(await desk.record()).toMatchObject({ exchangeAccount: 'mine' })
    expect(await desk.store(keyOf('mine', 'mine', 'b'))).toBe('stored')
  })
})

it('an account that was never polled is kept by its live orders too', async () => {
  await desk.store(MINE)
  await desk.send()
  expect(await desk.store(keyOf('another'))).toBe('409 live_orders')
  expect(await desk.store(keyOf('mine', 'mine', 'b'))).toBe('stored')
})

describe('unused credentials', () => {
  beforeEach(async () => {
    await desk.store(MINE)
    await desk.poll('mine')
  })

  it('can be removed, and are gone once', async () => {
    expect(await desk.remove()).toBe('removed')
    expect(await desk.record()).toBeNull()
    expect(await desk.remove()).toBe('404 not_found')
  })

  it('can be removed while only another exchange needs its own', async () => {
    const { deps, store, remove } = desk
    await store(keyOf('elsewhere'), AT_B)
    await deps.orders.create(sampleOrder())
    const about = { orderId: uuidAt(NOW, 5), userId: USER, subaccountId: SUBACCOUNT }
    const market = sampleMarket('KXONE')
    await deps.markets.name([market])
    await deps.orders.create(basketOf({ ...about, members: [market.svcId] }))
    const stop = sampleConditional({ userId: USER, subaccountId: SUBACCOUNT })
    await deps.complexOrders.save({ newComplexOrders: [stop] })
    expect(await remove(AT_B)).toBe('removed')
  })

  it('make room for those of another account, unless something was traded with them there', async () => {
    const { store, buy } = desk
    await buy(AT_B)
    expect(await store(keyOf('another'))).toBe('stored')
    await buy()
    await desk.poll('another')
    expect(await store(keyOf('third'))).toBe('409 account_has_history')
    expect(await store(keyOf('another', 'another', 'b'))).toBe('stored')
  })

  it('can be replaced by another key although a position cannot be read, but not by those of another account', async () => {
    const { store, buy, damage, record } = desk
    await buy()
    await damage()
    expect(await store(keyOf('mine', 'mine', 'b'))).toBe('stored')
    await expect(store(keyOf('another'))).rejects.toThrow(UnreadableRow)
    expect(await record()).toMatchObject({ exchangeAccount: 'mine' })
  })

  it('leave their account record after removal: another account counts as its replacement', async () => {
    const { store, remove, deps, buy } = desk
    await remove()
    await deps.orders.create(sampleOrder())
    expect(await store(keyOf('another'))).toBe('409 live_orders')
    expect(await store(MINE)).toBe('stored')
    await deps.orders.save({ ...((await deps.orders.get(sampleOrder().orderId)) ?? expect.fail()), status: 'REJECTED' })
    await remove()
    await buy()
    expect(await store(keyOf('another'))).toBe('409 account_has_history')
  })
})

describe('another wallet of the same key', () => {
  beforeEach(async () => {
    await desk.store(keyOf('key', 'one'), AT_B)
  })

  it('is another account: live orders keep the first one', async () => {
    await desk.poll('one', NOW, AT_B)
    await desk.deps.orders.create(sampleOrder({ exchange: 'EXCHANGE_B' }))
    expect(await desk.store(keyOf('key', 'two'), AT_B)).toBe('409 live_orders')
    expect(await desk.store(keyOf('key', 'one', 'b'), AT_B)).toBe('stored')
  })

  it('is another account: the trades of the first one stay behind', async () => {
    await desk.poll('one', NOW, AT_B)
    await desk.buy(AT_B)
    expect(await desk.store(keyOf('key', 'two'), AT_B)).toBe('409 account_has_history')
    expect(await desk.store(keyOf('key', 'one', 'b'), AT_B)).toBe('stored')
  })

  it('may be the same account if the polled one is unknown: then live orders keep the key', async () => {
    await desk.poll('key', NOW, AT_B)
    await desk.deps.orders.create(sampleOrder({ exchange: 'EXCHANGE_B' }))
    expect(await desk.store(keyOf('key', 'two'), AT_B)).toBe('409 live_orders')
  })
})

describe('work that begins during the removal of its credentials', () => {
  beforeEach(async () => {
    await desk.store(MINE)
    await desk.poll('mine', NOW - 60 * SECOND)
  })

  it('keeps them if it is an order: its sender has announced it, and the check is repeated', async () => {
    desk.onLook(() => desk.send())
    expect(await desk.remove()).toBe('409 live_orders')
    expect(await desk.record()).not.toBeNull()
  })

  it('keeps its account if it is an order and another account is to replace it', async () => {
    desk.onLook(() => desk.send())
    expect(await desk.store(keyOf('another'))).toBe('409 live_orders')
    expect(await desk.record()).toMatchObject({ exchangeAccount: 'mine' })
  })

  it('keeps them if it is a stop that is armed during the check', async () => {
    const { deps, remove } = desk
    const { complexOrders } = deps
    const { list } = complexOrders
    const pending = sampleConditional({ userId: USER, subaccountId: SUBACCOUNT })
    await complexOrders.save({ newComplexOrders: [pending] })
    Object.assign(complexOrders, {
      list: async (...given: Parameters<typeof list>) => {
        const found = await list(...given)
        Object.assign(complexOrders, { list })
        const stop = (await complexOrders.get(pending.complexOrderId)) ?? expect.fail()
        if (!isConditional(stop)) return expect.fail()
        await complexOrders.save({ changedComplexOrders: [arm(stop, contracts(10), null, NOW)] })
        return found
      },
    })
    expect(await remove()).toBe('409 live_orders')
  })

  it('keeps them if it is a stop that fires during the check, through the order it places', async () => {
    const { deps, remove } = desk
    const { complexOrders, orders } = deps
    const { list } = complexOrders
    const armed = arm(sampleConditional({ userId: USER, subaccountId: SUBACCOUNT }), contracts(10), null, NOW)
    await complexOrders.save({ newComplexOrders: [armed] })
    Object.assign(complexOrders, {
      list: async (...given: Parameters<typeof list>) => {
        Object.assign(complexOrders, { list })
        const stop = (await complexOrders.get(armed.complexOrderId)) ?? expect.fail()
        await orders.create(sampleOrder())
        expect(await complexOrders.save({ changedComplexOrders: [{ ...stop, status: 'TRIGGERED' }] })).toBe(true)
        return list(...given)
      },
    })
    expect(await remove()).toBe('409 live_orders')
  })

  it('keeps them if it is an order that relies on a very recent activation', async () => {
    const { deps, remove, time } = desk
    await activateAccount(deps, AT_A)
    const { pause } = deps
    // The order is under way, and no list shows it yet.
    deps.pause = async (ms) => {
      await deps.orders.create(sampleOrder())
      await pause(ms)
    }
    const before = time.now
    expect(await remove()).toBe('409 live_orders')
    expect(time.now - before).toBe(2 * SECOND)
  })
})

describe('an event in between', () => {
  /** Each time, up to so often. */
  const pollEachTime = (times: number) => {
    const again = async (left: number): Promise<void> => {
      await desk.poll('mine', NOW - 60 * SECOND)
      if (left > 1) desk.onLook(() => again(left - 1))
    }
    desk.onLook(() => again(times))
  }
  beforeEach(async () => {
    await desk.store(MINE)
    await desk.poll('mine', NOW - 60 * SECOND)
  })

  it('is no reason to refuse if it is a poll, unless three polls come in between', async () => {
    pollEachTime(2)
    expect(await desk.remove()).toBe('removed')
    await desk.store(MINE)
    await desk.poll('mine', NOW - 60 * SECOND)
    pollEachTime(3)
    expect(await desk.remove()).toBe('409 conflict')
  })

  it('is no reason to refuse if it is another key of the same account', async () => {
    desk.onLook(() => desk.store(keyOf('mine', 'mine', 'b')))
    expect(await desk.store(keyOf('another'))).toBe('stored')
    expect(await desk.record()).toMatchObject({ exchangeAccount: 'another' })
  })

  it('is a reason to refuse another account only after three polls', async () => {
    pollEachTime(3)
    expect(await desk.store(keyOf('another'))).toBe('409 conflict')
    pollEachTime(2)
    expect(await desk.store(keyOf('another'))).toBe('stored')
  })
})

describe('a read of credentials', () => {
  it('has the readiness of their account checked if it is fifteen seconds old, and no more often', async () => {
    const { deps, time, polls } = desk
    await desk.store(MINE)
    polls()
    time.now = NOW + 15 * SECOND - 1
    await showCredentials(deps, AT_A)
    expect(polls()).toEqual([])
    time.now += 1
    await showCredentials(deps, AT_A)
    expect(polls()).toMatchObject([{ queue: 'sync-account', check: true }])
  })

  it('shows that their exchange refuses all orders, and nothing about another exchange', async () => {
    const about = { since: NOW - SECOND, refusedAt: NOW, probes: 1, probeAt: NOW, version: 1 }
    for (const exchange of ['EXCHANGE_A', 'EXCHANGE_B'] as const)
      desk.refusals.push({ ...about, exchange, calls: 'orders', reason: `${exchange} is closed.` })
    await desk.store(MINE)
    const shown = await showCredentials(desk.deps, AT_A)
    const [, ...refused] = 'problem' in shown ? [] : shown.checks
    expect(refused).toMatchObject([{ check: 'orders', ok: false, checkedAt: NOW }])
    expect(refused[0]?.detail).toContain('EXCHANGE_A is closed. Since 2026-11-')
  })
})
