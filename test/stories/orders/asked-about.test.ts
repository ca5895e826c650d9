/** A poll asks the exchange about a single order only where the fills that it has read do not tell everything of it. */

import { afterEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { startWorld, type World } from '../../support/world.ts'

let world: World

afterEach(async () => {
  await world.agree()
  await world.stop()
})

/** An account that is known, in a market that offers plenty at 0.44. */
const start = async (exchange: ExchangeName, staleReadsMs = 0): Promise<void> => {
  world = await startWorld({ exchange, staleReadsMs })
  await world.simulated.book([[0.3, 500]], [[0.44, 500]])
}

const place = async (many: number, order: object): Promise<void> => {
  for (let n = 0; n < many; n += 1) await world.place({ qty: 5, ...order })
}

const ONE_ORDER = { EXCHANGE_A: /^GET .*\/portfolio\/orders\/./, EXCHANGE_B: /^GET .*\/data\/order\// }
const FILLS = { EXCHANGE_A: /^GET .*\/portfolio\/fills/, EXCHANGE_B: /^GET .*\/data\/trades/ }

const statuses = async (): Promise<readonly string[]> =>
  [...new Set<string>((await world.orders()).map(({ status }: { status: string }) => status))].sort()

describe.each(EXCHANGE_NAMES)('on %s', (exchange) => {
  const askedAbout = () => world.exchangeCallsTo(ONE_ORDER[exchange])
  const polls = () => world.exchangeCallsTo(FILLS[exchange])

  it('nothing is asked about orders whose fills make them full', async () => {
    await start(exchange)
    await place(20, { price: 0.41 })
    await world.pass('2m', 5)
    await world.simulated.trade(0.41, 100, false)
    await world.pass('2m', 5)
    expect(await statuses()).toEqual(['EXECUTED'])
    expect(askedAbout()).toBe(0)
  })

  it('nothing is asked about orders that are full by the answers to their sends, while their fills are late', async () => {
    await start(exchange, 20_000)
    await place(20, { price: 0.44, time_in_force: 'IOC' })
    const before = polls()
    await world.pass('15s')
    expect(polls()).toBeGreaterThan(before + 2)
    expect(await statuses()).toEqual(['EXECUTED'])
    expect(askedAbout()).toBe(0)
    await world.pass('5m', 5)
  })

  it('an order is asked about that has left its book with less than all of it', async () => {
    await start(exchange)
    await place(20, { price: 0.41 })
    await world.pass('2m', 5)
    await world.simulated.trade(0.41, 98, false)
    await world.simulated.status('closed')
    await world.pass('2m', 5)
    expect(await statuses()).toEqual(['CANCELLED', 'EXECUTED'])
    expect(askedAbout()).toBeGreaterThan(0)
    expect(askedAbout()).toBeLessThanOrEqual(2)
  })
})
