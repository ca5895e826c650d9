/** A poll reads a single order from the exchange only if the fills it has read leave its state open. */

import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { playedOn } from '#test/support/run/plays.ts'
import { elsewhere } from '../../support/ledger/elsewhere.ts'
import { tradeAtOnce } from '../../support/ledger/trade-at-once.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

/** An account that is known, in a market that offers plenty at 0.44. */
const start = async (exchange: ExchangeName, staleReadsMs = 0): Promise<void> => {
  await startWorld({ exchange, staleReadsMs })
  await world.simulated.book([[0.3, 500]], [[0.44, 500]])
}

const place = async (many: number, order: object): Promise<void> => {
  for (let n = 0; n < many; n += 1) await world.place({ qty: 5, ...order })
}

const ONE_ORDER = { EXCHANGE_A: /^GET .*\/portfolio\/orders\/./, EXCHANGE_B: /^GET .*\/data\/order\// }
const FILLS = { EXCHANGE_A: /^GET .*\/portfolio\/fills/, EXCHANGE_B: /^GET .*\/data\/trades/ }

const statuses = async (): Promise<readonly string[]> =>
  [...new Set<string>((await world.orders()).map(({ status }: { status: string }) => status))].sort()

/** How many fills the user has by orders of the service, and by others. */
const fills = async () => {
  const { body } = await world.get('/v1/fills?limit=100')
  const all: ReadonlyArray<{ readonly svc_order_id: string | null }> = body.subaccount_to_fills[0].fills
  const ours = all.filter(({ svc_order_id }) => svc_order_id !== null).length
  return { ours, foreign: all.length - ours }
}

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  const requestedAbout = () => world.exchangeCallsTo(ONE_ORDER[exchange])
  const polls = () => world.exchangeCallsTo(FILLS[exchange])

  it('a poll does not read orders completed by their fills', async () => {
    await start(exchange)
    await place(20, { price: 0.41 })
    await world.pass('2m', 5)
    await world.simulated.trade(0.41, 100, false)
    await world.pass('2m', 5)
    expect(await statuses()).toEqual(['EXECUTED'])
    expect(requestedAbout()).toBe(0)
    await world.agree()
  })

  it('a poll does not read orders completed by their answers while their fills are late', async () => {
    await start(exchange, 20_000)
    await place(20, { price: 0.44, time_in_force: 'IOC' })
    const before = polls()
    await world.pass('15s')
    expect(polls()).toBeGreaterThan(before + 2)
    expect(await statuses()).toEqual(['EXECUTED'])
    expect(requestedAbout()).toBe(0)
    await world.pass('5m', 5)
    await world.agree()
  })

  it('a poll does not read orders whose fills another process has stored', async () => {
    await start(exchange)
    await place(20, { price: 0.44, time_in_force: 'IOC' })
    await world.pass('20s')
    await tradeAtOnce(world, await elsewhere(world), { price: 0.44, qty: 5, buy_flag: true })
    await world.get(`/v1/positions?subaccount_id=${world.hero.subaccountId}`)
    await world.pass('90s', 5)
    expect(await fills()).toEqual({ ours: 20, foreign: 1 })
    const before = { asked: requestedAbout(), polls: polls() }
    world.pollElsewhere()
    await world.get(`/v1/positions?subaccount_id=${world.hero.subaccountId}`)
    await world.pass('90s', 5)
    expect(polls()).toBeGreaterThan(before.polls)
    expect(requestedAbout()).toBe(before.asked)
    expect(await fills()).toEqual({ ours: 20, foreign: 1 })
  })

  it('a poll reads an order that left its book only partly filled', async () => {
    await start(exchange)
    await place(20, { price: 0.41 })
    await world.pass('2m', 5)
    await world.simulated.trade(0.41, 98, false)
    await world.simulated.status('closed')
    await world.pass('2m', 5)
    expect(await statuses()).toEqual(['CANCELLED', 'EXECUTED'])
    expect(requestedAbout()).toBeGreaterThan(0)
    expect(requestedAbout()).toBeLessThanOrEqual(2)
    await world.agree()
  })
})

it('a fill that could not be read for half an hour is recorded once it can be', async () => {
  await start('EXCHANGE_A')
  const changed = { kind: 'rename', fields: { count_fp: 'count' } }
  await world.simulated.fault({ method: 'GET', path: '/portfolio/fills$', ...changed })
  const id = await world.place({ qty: 5, price: 0.44 })
  await world.pass('30m', 30)
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', fills: [], fills_complete: false })
  await world.simulated.noFaults()
  await world.pass('2m', 5)
  expect(await world.order(id)).toMatchObject({ fills: [{ qty: 5 }], fills_complete: true })
})
