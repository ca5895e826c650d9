/** A subaccount or its credentials are removed during the send of an order: no order is left without a way to cancel. */

import { beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { hideLiveOrders } from '#test/support/faults/hide-live-orders.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const subaccount = () => `/v1/subaccounts/${world.hero.subaccountId}`

/** Lets `act` run to its end right before the next call of that kind. */
const rightBefore = <Port extends object>(port: Port, name: keyof Port & string, act: () => Promise<unknown>): void => {
  const real: unknown = port[name]
  if (typeof real !== 'function') throw new Error(`${name} is no call`)
  const once = async (...given: unknown[]): Promise<unknown> => {
    Object.assign(port, { [name]: real })
    await act()
    return Reflect.apply(real, port, given)
  }
  Object.assign(port, { [name]: once })
}

/** The index of live orders shows an order only so long after it was placed. */
const lagLiveOrders = (ms: number): void => {
  const { live } = world.ports.orders
  Object.assign(world.ports.orders, {
    live: async (...requested: Parameters<typeof live>) =>
      (await live(...requested)).filter(({ createdAt }) => createdAt + ms <= world.time.now),
  })
}

const atTheExchange = async () => (await ownAccount(world)).orders

describe.each(
  EXCHANGE_NAMES.flatMap((exchange) => ['', `/credentials/${exchange}`].map((of) => [exchange, of] as const)),
)('on %s, DELETE /v1/subaccounts/…%s', (exchange, of) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))
  it.each(['2m', '1s'])(
    'a removal right before a send, %s after the account was woken, prevents the send',
    async (after) => {
      await world.pass(after)
      const show = hideLiveOrders(world)
      const id = await world.place({ price: 0.3 })
      // The last that is read before a send.
      rightBefore(world.ports.accountSyncs, 'get', async () => {
        expect((await world.delete(subaccount() + of)).status).toBe(204)
      })
      await world.settle()
      show()
      await world.pass('2m', 5)
      expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: 'credentials_missing' })
      expect(await atTheExchange()).toEqual([])
    },
  )

  it.each(['2m', '1s'])('a removal during a send, %s after the account was woken, is refused', async (after) => {
    await world.pass(after)
    const show = hideLiveOrders(world)
    const id = await world.place({ price: 0.3 })
    const port = of === '' ? world.ports.subaccounts : world.ports.credentials
    rightBefore(port, 'remove', async () => {
      await world.settle()
      show()
    })
    expect((await world.delete(subaccount() + of)).status).toBe(409)
    expect(await atTheExchange()).toMatchObject([{ status: 'resting' }])
    expect((await world.get(subaccount())).body.is_active).toBe(true)
    await world.delete(`/v1/orders/${id}`)
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('a removal right after a send on a wake-up that has just expired is refused', async () => {
    const woken = async () => (await world.ports.accountSyncs.get(world.hero.subaccountId, exchange))?.activatedAt ?? 0
    await world.pass('1s')
    world.time.now = (await woken()) + 9_900
    lagLiveOrders(1_500)
    const id = await world.place({ price: 0.3 })
    await world.settle()
    expect(await atTheExchange()).toMatchObject([{ status: 'resting' }])
    world.time.now += 200
    expect((await world.delete(subaccount() + of)).status).toBe(409)
    await world.delete(`/v1/orders/${id}`)
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
  })
})

describe('credentials of another account', () => {
  beforeEach(() => startWorld({ exchange: 'EXCHANGE_B', quoted: true }))
  it('new credentials are refused while an order lives that the removal did not see', async () => {
    const path = `${subaccount()}/credentials/EXCHANGE_B`
    const show = hideLiveOrders(world)
    await world.place({ price: 0.3 })
    await world.pass('5s')
    expect((await world.delete(path)).status).toBe(204)
    show()
    const another = await world.simulated.newWallet()
    expect(await world.put(path, another)).toMatchObject({ status: 409, body: { code: 'live_orders' } })
  })

  it('credentials stored right before a send keep the order from the former account', async () => {
    const show = hideLiveOrders(world)
    const id = await world.place({ price: 0.3 })
    const another = await world.simulated.newWallet({ approved: true, signature_type: 0 })
    // The last that is read before a send.
    rightBefore(world.ports.accountSyncs, 'get', async () => {
      expect((await world.put(`${subaccount()}/credentials/EXCHANGE_B`, another)).status).toBe(200)
    })
    await world.settle()
    show()
    await world.pass('1m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    expect(await atTheExchange()).toEqual([])
    await world.delete(`/v1/orders/${id}`)
    await world.pass('1m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
  })
})
