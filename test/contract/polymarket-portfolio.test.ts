/** What a wallet holds at the simulated EXCHANGE_B, through the adapter. */

import { afterEach, describe, expect, it } from 'vitest'
import { VenueUnavailable } from '#ports/exchange.ts'
import { anySignal, type Desk, MARKET, openDesk } from './polymarket-desk.ts'

let desk: Desk

afterEach(() => desk.venue.close())

const positions = () => desk.exchange.positions(desk.account, anySignal())
const balances = () => desk.exchange.balances(desk.account, anySignal())

describe('positions', () => {
  it('are none before the first trade', async () => {
    desk = await openDesk()
    expect(await positions()).toEqual([])
  })

  it('in YES are above zero, with what they cost', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    expect(await positions()).toEqual([{ nativeId: MARKET, position: 20_000_000, cost: 10_200_000, realized: 0 }])
  })

  it('in NO are below zero', async () => {
    desk = await openDesk()
    await desk.hold('NO', 20)
    expect(await positions()).toMatchObject([{ nativeId: MARKET, position: -20_000_000, cost: 10_200_000 }])
  })

  it('in both are their difference', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    await desk.hold('NO', 5)
    expect(await positions()).toMatchObject([{ position: 15_000_000, cost: 10_200_000 + 2_550_000 - 5_000_000 }])
  })

  it.each([{}, { data: [{ token_id: 'x' }] }, '<html>'])('are never taken from %j', async (body) => {
    desk = await openDesk()
    await desk.venue.control('faults', {
      method: 'GET',
      path: '/v2/positions',
      kind: 'status',
      status: 200,
      times: 1,
      body,
    })
    await expect(positions()).rejects.toThrow(VenueUnavailable)
  })
})

describe('balances', () => {
  it('are the cash of the wallet, less what it bought', async () => {
    desk = await openDesk()
    const [before] = await balances()
    await desk.hold('YES', 20)
    const [after] = await balances()
    expect((before?.amount ?? 0) - (after?.amount ?? 0)).toBeGreaterThanOrEqual(10_200_000)
  })

  it('that cannot be had throw the one declared error', async () => {
    desk = await openDesk()
    await desk.venue.control('faults', {
      method: 'GET',
      path: '/balance-allowance$',
      kind: 'status',
      status: 503,
      times: 9,
    })
    await expect(balances()).rejects.toThrow(VenueUnavailable)
  })
})
