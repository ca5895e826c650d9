/** For which account a price stream is opened, and how few are looked at for that. */

import { describe, expect, it } from 'vitest'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Listener } from '#domain/streams/market-channel.ts'
import type { WatchedBasket, WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { sampleSubaccount, uuidAt } from '#test/adapters/store/samples.ts'
import { cents, sampleConditional, T0 } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { newUserStops, withStops } from '#use-cases/price-watch/compare/user-stops.ts'
import { streamAccount } from '#use-cases/price-watch/sources/stream-account.ts'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'

/** A stop is named after its subaccount: `ann 1` is one of ann's. */
const openDesk = (subaccounts: readonly string[] = []) => {
  const opened: string[] = []
  const warnings: string[] = []
  const memory = newWatchState()
  const withCredentials = new Set<string>()
  const refused = new Set<string>()
  let read = 0
  const deps = {
    memory,
    complexOrders: {
      getAll: async (ids: readonly string[]): Promise<readonly ComplexOrder[]> => {
        read += ids.length
        return ids.map((complexOrderId) =>
          sampleConditional({ complexOrderId, subaccountId: complexOrderId.split(' ')[0] ?? '' }),
        )
      },
    },
    openAccount: async (subaccountId: string) => {
      opened.push(subaccountId)
      if (subaccountId === 'broken') throw new Error('sealed for another context')
      return withCredentials.has(subaccountId) ? { accountKey: `key of ${subaccountId}`, secrets: {} } : null
    },
    subaccounts: {
      list: async (userId: string) =>
        subaccounts.map((name) => sampleSubaccount({ userId, subaccountId: `${userId}/${name}` })),
    },
    log: { ...SILENT_LOG, warn: (text: string) => void warnings.push(text) },
  }
  const share = (userId: string, many: number, exchange: ExchangeName): void => {
    const known = memory.users.get(userId) ?? newUserStops(T0)
    const more = Array.from({ length: many }, (_, n) => {
      const complexOrderId = `${userId}${known.stops.length + n} on a custom asset`
      const members = [{ svcId: 7, exchange, nativeId: 'KXTEST' }]
      return { complexOrderId, members, armedAt: T0, stopPrice: cents(30) } as unknown as WatchedBasket
    })
    memory.users.set(userId, withStops(known, [...known.stops, ...more], T0))
  }
  return {
    opened,
    warnings,
    memory,
    withCredentials,
    refused,
    share,
    read: () => read,
    /** Markets with these stops; the first was armed last. */
    find: (...markets: readonly (readonly string[])[]) => {
      const watched = markets.map((ids, n): WatchedMarket => {
        const stops = ids.map((complexOrderId) => ({ complexOrderId }) as never)
        memory.stops.set(n, { stops, unshown: new Set(), isAny: true, emptySince: null, readAt: T0, armedAt: T0 - n })
        return { svcId: n, exchange: 'EXCHANGE_A', nativeId: `KX${n}`, armedAt: T0 - n }
      })
      return streamAccount(deps, 'EXCHANGE_A', watched.toReversed(), refused)
    },
  }
}

const dependent = (userId: string, exchange: ExchangeName = 'EXCHANGE_A'): Listener => ({
  streamId: userId,
  userId,
  keyId: uuidAt(T0, 1),
  openedAt: T0,
  listening: [{ name: 'quotes', svcId: 7, exchange, nativeId: 'KXTEST', since: T0 }],
})

describe('a price stream', () => {
  it('is opened for the user with the newest armed stop and a usable account', async () => {
    const desk = openDesk()
    desk.withCredentials.add('ann').add('bert').add('cleo')
    desk.refused.add('key of ann')
    expect(await desk.find(['broken 1', 'none 1', 'ann 1'], ['bert 1'], ['cleo 1'])).toMatchObject({
      accountKey: 'key of bert',
    })
    expect(desk.opened).toEqual(['broken', 'none', 'ann', 'bert'])
    expect(desk.warnings).toHaveLength(1)
  })

  it('is opened for a stop on a custom asset with a member there, if no other stop is armed', async () => {
    const desk = openDesk()
    desk.withCredentials.add('ann0').add('bert0')
    desk.share('ann', 1, 'EXCHANGE_B')
    desk.share('bert', 1, 'EXCHANGE_A')
    expect(await desk.find()).toMatchObject({ accountKey: 'key of bert0' })
  })

  it('is opened for a user who follows a market there, if nothing is armed', async () => {
    const desk = openDesk(['one', 'two'])
    desk.withCredentials.add('ann/one').add('bert/two')
    desk.memory.listeners = [dependent('ann', 'EXCHANGE_B'), dependent('bert')]
    expect(await desk.find()).toMatchObject({ accountKey: 'key of bert/two' })
    expect(desk.opened).toEqual(['bert/one', 'bert/two'])
  })
})

describe('a price stream without an account', () => {
  it('tries each account once', async () => {
    const desk = openDesk()
    expect(await desk.find(['ann 1', 'ann 2'], ['ann 3', 'bert 1'])).toBeNull()
    expect(desk.opened).toEqual(['ann', 'bert'])
  })

  it('reads five stops of a market, and fifty of all markets', async () => {
    const desk = openDesk()
    const stops = (market: number) => Array.from({ length: 9 }, (_, n) => `${market}-${n} stop`)
    await desk.find(...Array.from({ length: 45 }, (_, market) => stops(market)))
    expect(desk.opened.slice(0, 6)).toEqual(['0-0', '0-1', '0-2', '0-3', '0-4', '1-0'])
    expect(desk.opened).toHaveLength(50)
  })

  it('reads five custom-asset stops of a user, and fifty of all users', async () => {
    const desk = openDesk()
    for (let user = 0; user < 300; user += 1) {
      desk.share(`elsewhere${user}`, 9, 'EXCHANGE_B')
      desk.share(`user${user}-`, 9, 'EXCHANGE_A')
    }
    await desk.find()
    expect(desk.opened.slice(0, 6)).toEqual(['user0-0', 'user0-1', 'user0-2', 'user0-3', 'user0-4', 'user1-0'])
    expect([desk.opened.length, desk.read()]).toEqual([50, 50])
  })

  it('reads five subaccounts of a follower, of five followers', async () => {
    const desk = openDesk(['a', 'b', 'c', 'd', 'e', 'f'])
    desk.memory.listeners = ['u', 'u', 'v', 'w', 'x', 'y', 'z'].map((userId) => dependent(userId))
    await desk.find()
    expect(desk.opened).toHaveLength(25)
    expect(desk.opened.at(-1)).toBe('y/e')
  })
})
