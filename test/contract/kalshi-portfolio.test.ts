/** What an account holds at the simulated EXCHANGE_A, through the adapter. */

import { afterEach, describe, expect, it } from 'vitest'
import { price, qty } from '#domain/numbers.ts'
import { VenueUnavailable } from '#ports/exchange.ts'
import { POLITICS } from '#test/venues/kalshi-venue.ts'
import { ACCOUNT, anySignal, type Desk, openDesk } from './kalshi-desk.ts'

let desk: Desk

afterEach(() => desk.venue.close())

const positions = () => desk.exchange.positions(ACCOUNT, anySignal())
const balances = () => desk.exchange.balances(ACCOUNT, anySignal())
const book = () => desk.venue.control('book', { market: POLITICS, bids: [[0.3, 50]], asks: [[0.4, 50]] })

describe('positions', () => {
  it('are none before the first trade', async () => {
    desk = await openDesk()
    expect(await positions()).toEqual([])
  })

  it('of bought contracts are above zero, with what they cost', async () => {
    desk = await openDesk()
    await book()
    await desk.placed(desk.prepared({ qty: qty(5_000_000) }))
    await desk.venue.pass(10_000)
    expect(await positions()).toEqual([{ nativeId: POLITICS, position: 5_000_000, cost: 2_000_000, realized: 0 }])
  })

  it('of contracts sold without holding them are below zero, at the price of NO', async () => {
    desk = await openDesk()
    await book()
    await desk.placed(desk.prepared({ qty: qty(5_000_000), buyFlag: false, price: price(300_000) }))
    await desk.venue.pass(10_000)
    expect(await positions()).toMatchObject([{ nativeId: POLITICS, position: -5_000_000, cost: 3_500_000 }])
  })

  it('of a market that has paid out are nothing more, and what it paid is gained', async () => {
    desk = await openDesk()
    await book()
    await desk.placed(desk.prepared({ qty: qty(5_000_000) }))
    await desk.venue.control('resolve', { market: POLITICS, outcome: 'yes' })
    await desk.venue.pass(3_600_000)
    expect(await positions()).toMatchObject([{ nativeId: POLITICS, position: 0, realized: 3_000_000 }])
  })

  it.each([{}, { market_positions: [{ ticker: 'A', position_fp: 'many' }] }, '<html>'])(
    'are never taken from %j',
    async (body) => {
      desk = await openDesk()
      await desk.venue.control('faults', {
        method: 'GET',
        path: '/portfolio/positions',
        kind: 'status',
        status: 200,
        times: 1,
        body,
      })
      await expect(positions()).rejects.toThrow(VenueUnavailable)
    },
  )
})

describe('balances', () => {
  it('are told for each shard, and shrink by what is bought', async () => {
    desk = await openDesk()
    await book()
    const before = await balances()
    expect(before.length).toBeGreaterThan(0)
    await desk.placed(desk.prepared({ qty: qty(5_000_000) }))
    await desk.venue.pass(10_000)
    const [then] = before.filter(({ shard }) => shard === 0)
    const [now] = (await balances()).filter(({ shard }) => shard === 0)
    expect((then?.amount ?? 0) - (now?.amount ?? 0)).toBeGreaterThanOrEqual(2_000_000)
  })

  it('that cannot be had throw the one declared error', async () => {
    desk = await openDesk()
    await desk.venue.control('mode', { mode: 'restart' })
    await expect(balances()).rejects.toThrow(VenueUnavailable)
  })
})
