/** The table is silent for some seconds during a send or a look-up: the exchange's answer is not lost, and no order waits long. */

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { useWorld } from '../../../support/use-world.ts'

const world = useWorld({ quoted: true })

const silence = () => new ServiceUnavailable('the table', new Error('throttled'))

/** The first writes of an outcome fail. */
const silentAtOutcome = (times: number, tookEffect: boolean): void => {
  const { save } = world.ports.orders
  let isClaimed = false
  let failed = 0
  Object.assign(world.ports.orders, {
    save: async (...given: Parameters<typeof save>) => {
      const [order] = given
      const isLeased = 'lease' in order && order.lease !== null
      const isOutcome = isClaimed && !isLeased
      isClaimed ||= isLeased
      if (failed === times || !isOutcome) return save(...given)
      failed += 1
      if (tookEffect) await save(...given)
      throw silence()
    },
  })
}

describe.each([
  ['does nothing', 3, false],
  ['does nothing for ten seconds', 7, false],
  ['takes effect and says nothing', 1, true],
] as const)('a table that %s during a write', (_what, times, tookEffect) => {
  beforeEach(() => silentAtOutcome(times, tookEffect))

  it('the write that an order rests is not lost', async () => {
    const id = await world.place({ price: 0.41 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('the write that no quantity could trade at once is not lost', async () => {
    const id = await world.place({ price: 0.41, time_in_force: 'FOK' })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled' })
  })

  it('the write that an unanswered order rests is not lost', async () => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
    const id = await world.place({ price: 0.41 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('the write that an order is refused is not lost', async () => {
    const body = { error: { code: 'insufficient_balance', message: 'insufficient balance' } }
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'status', status: 400, body, times: 1 })
    const id = await world.place({ price: 0.41 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'REJECTED' })
  })

  it('the write that an order was rate limited is not lost, and the order is resent', async () => {
    const tooFast = { kind: 'status', status: 429, body: '{"error":"too many requests"}', times: 1 }
    await world.simulated.fault({ ...world.simulated.calls.create, ...tooFast })
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.pass('5s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    expect(await world.ports.orders.get(id)).toMatchObject({ attempt: { sends: 1 } })
  })
})

it.each([
  ['does nothing', 3, false],
  ['takes effect and says nothing', 1, true],
] as const)(
  'a table that %s during the write of an amend does not lose the amend',
  async (_what, times, tookEffect) => {
    const id = await world.place({ price: 0.41 })
    await world.settle()
    silentAtOutcome(times, tookEffect)
    await world.patch(`/v1/orders/${id}`, { qty: 12 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ qty: 12, last_amend: { status: 'DONE' } })
  },
)

describe('an order that is looked up because its answer was lost', () => {
  /** In the middle of the first look, once the exchange has been asked. */
  const amid = (orderId: string, happens: (orderId: string) => Promise<unknown>): void => {
    const { subaccounts } = world.ports
    const { get } = subaccounts
    const first: typeof get = async (...given) => {
      if ((await world.ports.orders.get(orderId))?.lease === null) return get(...given)
      Object.assign(subaccounts, { get })
      await happens(orderId)
      return get(...given)
    }
    Object.assign(subaccounts, { get: first })
  }

  const change = async (orderId: string): Promise<unknown> => {
    const order = await world.ports.orders.get(orderId)
    return order !== null && world.ports.orders.save({ ...order, notifyDueAt: world.time.now })
  }

  it.each([
    ['the table does not answer', () => Promise.reject(silence())],
    ['somebody changes the order', change],
  ])('is looked up again soon if %s meanwhile', async (_what, happens) => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_before', times: 1 })
    const id = await world.place({ price: 0.41 })
    await world.settle()
    amid(id, happens)
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    expect(world.exchangeCallsTo(/^POST/)).toBe(2)
  })
})

describe('a table that is silent for a second', () => {
  it.each([
    ['before an order is sent', 'subaccounts'],
    ['before its account is woken', 'accountSyncs'],
  ] as const)('a silence of a second %s delays the order no longer', async (_when, port) => {
    const id = await world.place({ price: 0.44, time_in_force: 'IOC' })
    silentReads(world.ports[port])
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
    expect(world.exchangeCallsTo(/^POST/)).toBe(1)
  })

  it('a silence before a cancel is sent delays the cancel no longer', async () => {
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    silentReads(world.ports.accountSyncs)
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
  })

  it('a silence after a cancel does not hide its result', async () => {
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    const { save } = world.ports.orders
    let failed = 0
    const silentAtEnd: typeof save = async (order, ...more) => {
      if (failed === 2 || !('exchangeState' in order) || order.exchangeState !== 'ended') return save(order, ...more)
      failed += 1
      throw silence()
    }
    Object.assign(world.ports.orders, { save: silentAtEnd })
    await world.settle()
    expect(failed).toBe(2)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
  })
})

/** The next write that leases an order takes effect, and its answer is lost for good. */
const silentAtLease = (
  meanwhile: (orderId: string) => Promise<unknown> = async () => undefined,
  answer: () => boolean = () => {
    throw silence()
  },
): void => {
  const { save } = world.ports.orders
  const silent: typeof save = async (order, ...more) => {
    const stored = await save(order, ...more)
    if (!('lease' in order) || order.lease === null) return stored
    Object.assign(world.ports.orders, { save })
    await meanwhile(order.orderId)
    return answer()
  }
  Object.assign(world.ports.orders, { save: silent })
}

describe('a table that stores a claim without confirming it', () => {
  it.each([
    ['must act now', { order_type: 'MARKET', price: undefined, time_in_force: 'IOC' }, 'EXECUTED'],
    ['may rest', { price: 0.41 }, 'RESTING'],
  ])('does not hold up an order that %s', async (_what, terms, status) => {
    silentAtLease()
    const id = await world.place(terms)
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status })
    expect(await world.ports.orders.get(id)).toMatchObject({ attempt: { sends: 1 } })
    expect(world.exchangeCallsTo(/^POST/)).toBe(1)
  })

  it('releases an order that must act now to the next run if this run is out of time', async () => {
    silentAtLease(async () => {
      await sleep(20)
      world.hurry()
    })
    world.hurry(9_000)
    const id = await world.place({ order_type: 'MARKET', price: undefined })
    await world.pass('15s')
    expect(world.log.filter((line) => line.includes(FUNCTION_LOG.messageFailed))).toHaveLength(1)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
    expect(world.exchangeCallsTo(/^POST/)).toBe(1)
  })

  it.each([
    ['nothing', undefined],
    ['that somebody was faster, who had changed the claim itself', () => false],
  ])('a table that answers %s does not keep a cancel from ending the unsent order', async (_said, answer) => {
    silentAtLease((orderId) => world.delete(`/v1/orders/${orderId}`), answer)
    const id = await world.place({ price: 0.41 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
    expect(world.exchangeCallsTo(/^POST/)).toBe(0)
  })

  it.each(['drop_before', 'drop_after'])('does not delay the look-up of an order sent earlier (%s)', async (kind) => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind, times: 1 })
    const id = await world.place({ price: 0.41 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'PROCESSING' })
    silentAtLease()
    await world.pass('8s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('counts an earlier send with an unknown outcome if the next one did not go out', async () => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_before', times: 1 })
    const id = await world.place({ price: 0.41 })
    await world.settle()
    const { save } = world.ports.orders
    const again: typeof save = async (order, ...more) => {
      const stored = await save(order, ...more)
      if (!('attempt' in order) || order.lease === null || order.attempt?.sends !== 2) return stored
      Object.assign(world.ports.orders, { save })
      throw silence()
    }
    Object.assign(world.ports.orders, { save: again })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    expect(await world.ports.orders.get(id)).toMatchObject({ attempt: { sends: 2 } })
    expect(world.exchangeCallsTo(/^POST/)).toBe(2)
  })

  it('does not hold up a change of an order', async () => {
    const id = await world.place({ price: 0.41 })
    await world.settle()
    silentAtLease()
    await world.patch(`/v1/orders/${id}`, { qty: 12 })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ qty: 12, last_amend: { status: 'DONE' } })
  })
})

/** The next two reads of that kind fail. */
const silentReads = (store: { get: unknown }): void => {
  const { get } = store
  let failed = 0
  const silent = async (...given: readonly unknown[]) => {
    if (failed === 2) Object.assign(store, { get })
    else {
      failed += 1
      throw silence()
    }
    return (get as (...given: readonly unknown[]) => Promise<unknown>)(...given)
  }
  Object.assign(store, { get: silent })
}
