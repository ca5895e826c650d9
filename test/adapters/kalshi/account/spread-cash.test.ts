/** The cash of an account is spread over its shards by the exchange itself. */

import { afterEach, describe, expect, it } from 'vitest'
import { http } from '#adapters/exchanges/http/http.ts'
import { RateBudget } from '#adapters/exchanges/http/rate-budget.ts'
import { spreadCash } from '#adapters/exchanges/kalshi/account/spread-cash.ts'
import { client } from '#adapters/exchanges/kalshi/http/client.ts'
import { accountSigner } from '#adapters/exchanges/kalshi/signing/account-signer.ts'
import { START } from '#simulators/test/kalshi/simulated.ts'
import { answerAlways } from '../../http/loopback-server.ts'
import { ACCOUNT, anySignal, type Desk, openDesk } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

const TARGETS = [
  { shard: 0, percent: 50 },
  { shard: 2, percent: 50 },
]
const spread = (targets = TARGETS) => desk.exchange.spreadCash(ACCOUNT, targets, anySignal())
const fault = (more: object) =>
  desk.simulated.control('faults', { method: 'POST', path: '/target_balance_allocation$', times: 1, ...more })

describe('spreading cash', () => {
  it('takes nothing of what orders are sent with', async () => {
    desk = await openDesk()
    const server = await answerAlways(200, {})
    const calling = { clock: () => START, http: http(), budget: new RateBudget(() => 0), sleep: async () => {} }
    const api = client(
      { urls: { api: `${server.url}/trade-api/v2` }, ...calling },
      accountSigner(() => START),
    )
    for (let times = 0; times < 12; times += 1) await spreadCash(api)(ACCOUNT, TARGETS, anySignal())
    const order = { cost: 100, shard: 0 }
    expect(await api.setAside(ACCOUNT, order, 0, anySignal())).toMatchObject({ go: true, waitMs: 0 })
    await server.close()
  })

  it('moves it to the targets, and once more changes nothing', async () => {
    desk = await openDesk()
    expect(await spread()).toEqual({ kind: 'set' })
    expect(await spread()).toEqual({ kind: 'set' })
    await desk.simulated.pass(10_000)
    const balances = await desk.exchange.balances(ACCOUNT, anySignal())
    const held = (expected: number): number => balances.find(({ shard }) => shard === expected)?.amount ?? 0
    expect(held(0)).toBeGreaterThan(0)
    expect(held(2)).toBe(held(0))
    expect(await spread([])).toEqual({ kind: 'set' })
  })

  it('is refused in words where the exchange does not do it', async () => {
    desk = await openDesk()
    await fault({ kind: 'status', status: 403, body: { error: { code: 'forbidden', message: 'not for you' } } })
    expect(await spread()).toMatchObject({ kind: 'refused', reason: expect.stringContaining('higher tier') })
    expect(await spread([{ shard: 0, percent: 60 }])).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('does not take these targets'),
    })
  })

  it.each([500, 503, 429])('can be asked again after status %i', async (status) => {
    desk = await openDesk()
    await fault({ kind: 'status', status })
    await expect(spread()).rejects.toThrow('The exchange does not answer')
    expect(await spread()).toEqual({ kind: 'set' })
  })
})
