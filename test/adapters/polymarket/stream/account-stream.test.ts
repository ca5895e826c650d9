/** Trades and ends of orders over the user channel of the simulated EXCHANGE_B, through the adapter. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { polymarketAccountStream } from '#adapters/exchanges/polymarket/stream/polymarket-account-stream.ts'
import { price, qty } from '#domain/kernel/numbers.ts'
import type { AccountStream } from '#ports/exchanges/account-stream.ts'
import { STANDARD } from '#simulators/test/polymarket/simulated.ts'
import { accountListener } from '../../account-listener.ts'
import { type Desk, MARKET, openDesk } from '../desk.ts'

let desk: Desk
const streams: AccountStream[] = []
const [yes, no] = STANDARD.tokens

beforeEach(async () => {
  desk = await openDesk({ settleAfterMs: 2_000 })
  await desk.book({ bids: [[0.3, 500]], asks: [[0.5, 500]] })
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await desk.simulated.close()
})

const open = async (account = desk.account) => {
  const listener = accountListener()
  const stream = await polymarketAccountStream({
    url: desk.simulated.simulator.sockets.userWs,
    clock: Date.now,
    after: (ms, act) => {
      const timer = setTimeout(act, ms / 20)
      return () => clearTimeout(timer)
    },
    random: () => 0.5,
    onSkip: () => undefined,
    tokensOf: async () => ({ yes, no }),
  }).open(account, listener.hear)
  streams.push(stream)
  return { stream, ...listener }
}

const rest = async () => desk.placed(await desk.prepared({ price: price(400_000), qty: qty(20_000_000) }))
const hit = (shares: number) =>
  desk.simulated.control('trade', { market: MARKET, price: 0.4, qty: shares, buy_flag: false })

describe('the user channel', () => {
  it.each(['ms', 's'])(
    'tells a fill of what rested exactly as a read shows it, from match to settlement (times in %s)',
    async (unit) => {
      await desk.simulated.control('switches', { user_timestamps: unit })
      const { next } = await open()
      await next('open')
      const id = await rest()
      await hit(6)
      const { fill, identity } = await next('fill')
      expect(identity).toBeNull()
      expect([fill]).toEqual(await desk.fills())
      expect(fill).toMatchObject({ exchangeOrderId: id, qty: 6_000_000, isMaker: true, status: 'PROVISIONAL' })
      await desk.simulated.pass(2_000)
      await desk.simulated.pass(2_000)
      await next('fill')
      const { fill: settled } = await next('fill')
      expect(settled).toMatchObject({ fillId: fill.fillId, status: 'FINAL' })
    },
  )

  it('leaves the fill of a taker, whose fee it does not report, and the end of an order to a read', async () => {
    const { next, heard } = await open()
    await next('open')
    await desk.placed(await desk.prepared({ price: price(500_000), qty: qty(10_000_000) }))
    await next('changed')
    const id = await rest()
    await desk.cancel(id)
    await next('changed')
    expect(heard.filter(({ kind }) => kind === 'fill')).toEqual([])
  })

  it('says when news may be missed, and when it hears again', async () => {
    const { next } = await open()
    await next('open')
    await desk.simulated.control('streams', { kind: 'drop', type: 'user' })
    await next('lost')
    await next('open')
  })

  it('takes three resets right after signing in for a refusal of the credentials', async () => {
    const account = { ...desk.account, secrets: { ...desk.account.secrets, api_secret: 'wrong' } }
    const { next, heard } = await open(account)
    await next('refused')
    expect(heard.filter(({ kind }) => kind === 'open')).toEqual([])
  })
})
