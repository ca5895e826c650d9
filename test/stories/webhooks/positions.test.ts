/** Webhooks about positions whose market is decided. */

import { afterEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { WorldOptions } from '../../support/world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })
let receiver: Receiver

const start = async (options: WorldOptions = {}): Promise<void> => {
  await startWorld(options)
  receiver = await startReceiver(world.clock)
  const { body } = await world.post('/v1/webhooks', {
    url: receiver.url,
    events: ['market.decided', 'position.settled'],
  })
  receiver.secret = body.secret
}

afterEach(() => receiver.close())

/** Holds ten YES that cost 40 cents each. */
const hold = async (subaccountId = world.hero.subaccountId): Promise<void> => {
  await world.simulated.book([[0.39, 100]], [[0.4, 100]])
  await world.place({ subaccount_id: subaccountId, price: 0.4, qty: 10 })
  await world.pass('2m', 5)
}

const position = async (subaccountId = world.hero.subaccountId) => {
  const { body } = await world.get(`/v1/positions?subaccount_id=${subaccountId}&include_closed=true`)
  return body.subaccount_to_positions[0].positions[0]
}

/** Received events, without the time of the exchange read. */
const reported = () => receiver.received.map(({ event }) => event)
const types = () => reported().map(({ type }) => type)

describe('on EXCHANGE_A, which pays automatically', () => {
  it('a position is reported as decided, and as settled once paid, each once', async () => {
    await start()
    await hold()
    await world.simulated.status('closed')
    await world.pass('16m', 10)
    expect(types()).toEqual(['market.decided'])
    const decided = await position()
    expect(decided).toMatchObject({ settlement: 'decided', position: 10, market_status: 'closed' })
    expect([0, 10]).toContain(decided.payout)
    expect(reported()[0]).toMatchObject({ previous_status: null, data: { subaccount_id: world.hero.subaccountId } })
    await world.pass('2h', 60)
    expect(types()).toEqual(['market.decided', 'position.settled'])
    const paid = await position()
    expect(paid).toMatchObject({ settlement: 'paid', position: 0, payout: decided.payout })
    const [first, second] = reported()
    const { as_of: _, ...shown } = paid
    expect(second).toMatchObject({ previous_status: 'decided', object_id: first.object_id, data: shown })
    expect(second.sequence).toBeGreaterThan(first.sequence)
  })

  it('a market decided and paid between two polls is reported as both', async () => {
    await start()
    await hold()
    await world.simulated.resolve('no')
    await world.pass('2h', 60)
    expect(types()).toEqual(['market.decided', 'position.settled'])
    expect(reported()[1].data).toMatchObject({
      position: 0,
      settlement: 'paid',
      payout: 0,
      realized_pnl: expect.any(Number),
    })
  })

  it('a position closed earlier is not reported', async () => {
    await start()
    await hold()
    await world.place({ buy_flag: false, price: 0.39, qty: 10 })
    await world.pass('2m', 5)
    await world.simulated.resolve('yes')
    await world.pass('2h', 60)
    expect(types()).toEqual([])
  })

  it.each([1, 2, 3, 4, 5, 6])('a run that dies at its step %i sends no report twice, and loses none', async (step) => {
    await start()
    await hold()
    await world.simulated.resolve('yes')
    world.killNext('sync-account', step)
    await world.pass('2h', 60)
    expect(types()).toEqual(['market.decided', 'position.settled'])
  })
})

describe('on EXCHANGE_B, where positions are redeemed', () => {
  it('a winner is reported as decided, and as settled once redeemed', async () => {
    await start({ exchange: 'EXCHANGE_B' })
    const { body } = await world.post('/v1/subaccounts', { name: 'winner' })
    const subaccountId = String(body.subaccount_id)
    const path = `/v1/subaccounts/${subaccountId}/credentials/EXCHANGE_B`
    await world.put(path, await world.simulated.newWallet({}))
    await world.post(`${path}/approvals`)
    await world.pass('1m')
    await hold(subaccountId)
    await world.simulated.resolve('yes')
    await world.pass('10m', 5)
    expect(reported()).toMatchObject([
      {
        type: 'market.decided',
        data: { subaccount_id: subaccountId, settlement: 'redeemable', payout: 10, position: 10 },
      },
    ])
    await world.post('/v1/positions/redeem', { subaccount_id: subaccountId })
    await world.pass('10m', 5)
    expect(types()).toEqual(['market.decided', 'position.settled'])
    expect(reported()[1]).toMatchObject({
      previous_status: 'redeemable',
      data: { settlement: 'paid', payout: 10, position: 0 },
    })
  })

  it('a losing position needs no redemption, and is settled at once', async () => {
    await start({ exchange: 'EXCHANGE_B' })
    await hold()
    await world.simulated.resolve('no')
    await world.pass('2h', 60)
    expect(types()).toEqual(['market.decided', 'position.settled'])
    expect(reported()[1].data).toMatchObject({ settlement: 'paid', payout: 0, position: 0 })
  })
})
