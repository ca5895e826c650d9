/** What is advanced may be changed by somebody else at any moment, who may die before a message is sent. Nothing of it is forgotten. */

import { expect, it } from 'vitest'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import type { Conditional, ConditionalRequest } from '#domain/contingent/conditional.ts'
import { adopt, arm, lookAgain } from '#domain/contingent/transitions.ts'
import { markNotified, notifyBy, stateForFollowers } from '#domain/orders/followers.ts'
import { NO_POSITION } from '#domain/portfolio/position.ts'
import { newLedger } from '#domain/portfolio/position-ledger.ts'
import { NOW, SUBACCOUNT, sampleOrder, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { cents, contracts, sampleConditional, sampleTarget } from '#test/domain/contingent/complex-samples.ts'
import { deskPorts } from '#test/support/desk-ports.ts'
import { memoryTable } from '#test/support/store.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { advanceComplexOrder, advanceOrder } from '#use-cases/contingent/advance-contingents.ts'
import { fireTrigger } from '#use-cases/contingent/fire/fire-trigger.ts'
import { followProtects } from '#use-cases/contingent/follow/follow-protects.ts'

const ENTRY = uuidAt(NOW, 0xa)
const STOP = uuidAt(NOW, 0xb)
const CHILD = uuidAt(NOW, 0xc)
const SEEN = { price: cents(29), source: 'mid' } as const

const openDesk = async () => {
  const { table } = await memoryTable()
  const { market, ...fixed } = deskPorts('EXCHANGE_A')
  const quiet = () => undefined
  let made = 0
  const deps = {
    ...fixed,
    orders: orderStore(table),
    complexOrders: complexOrderStore(table),
    queues: storyQueues(() => NOW),
    clock: () => NOW,
    ids: { uuid: () => uuidAt(NOW, 0x100 + ++made), random: (bytes: number) => new Uint8Array(bytes) },
    log: { info: quiet, warn: quiet, error: quiet, metric: quiet },
  }
  const { complexOrders } = deps
  return {
    deps,
    market,
    stop: async () => (await complexOrders.get(STOP)) as Conditional | null,
    /** Fires the stop, and dies as soon as that is stored. */
    fireAndDie: async () => {
      const save = async (...changes: Parameters<typeof complexOrders.save>) => {
        await complexOrders.save(...changes)
        throw new Error('died')
      }
      await expect(fireTrigger({ ...deps, complexOrders: { ...complexOrders, save } }, STOP, SEEN)).rejects.toThrow(
        'died',
      )
    },
  }
}

const waitingStop = (change: Partial<ConditionalRequest> = {}): Conditional =>
  sampleConditional({ complexOrderId: STOP, userId: USER, subaccountId: SUBACCOUNT, subtype: 'STOP', ...change })

const armedStop = (change: Partial<ConditionalRequest>): Conditional =>
  arm(waitingStop(change), contracts(10), change.parentOrderId ?? null, NOW)

/** Does something before the first of these calls. */
const before = <Args extends readonly unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
  first: () => Promise<unknown>,
) => {
  let isFirst = true
  return async (...args: Args): Promise<Result> => {
    if (isFirst) {
      isFirst = false
      await first()
    }
    return call(...args)
  }
}

it('a stop that gets a child between being read and being armed is armed all the same', async () => {
  const { deps, stop } = await openDesk()
  const { complexOrders } = deps
  await complexOrders.save({ newComplexOrders: [waitingStop()] })
  const attached = async () => {
    const found = await stop()
    if (found !== null) await complexOrders.save({ changedComplexOrders: [adopt(found, CHILD)] })
  }
  await advanceComplexOrder(
    { ...deps, complexOrders: { ...complexOrders, save: before(complexOrders.save, attached) } },
    STOP,
  )
  expect(await stop()).toMatchObject({ status: 'ACTIVE', childIds: [CHILD] })
})

it('the order of a stop that fires while the followers of its entry are notified goes out', async () => {
  const { deps, stop, fireAndDie } = await openDesk()
  const { orders } = deps
  const bought = {
    ...sampleOrder({ complexOrderIds: [STOP], status: 'EXECUTED', sendState: 'acked', exchangeState: 'ended' }),
    orderId: ENTRY,
    qty: contracts(10),
    tradedQty: contracts(10),
    exchangeFilledQty: contracts(10),
    guarded: true,
    dueAt: null,
  } as const
  const entry = notifyBy(markNotified(bought, stateForFollowers(bought), null), NOW - 1)
  const hung = armedStop({ parentOrderId: ENTRY, stopPrice: cents(30) })
  await deps.complexOrders.save({
    newOrders: [entry],
    newComplexOrders: [{ ...hung, trigger: { ...hung.trigger, buyFlag: !entry.buyFlag } }],
  })
  await advanceOrder({ ...deps, orders: { ...orders, save: before(orders.save, fireAndDie) } }, ENTRY)
  const exitId = (await stop())?.triggerOrderId ?? ''
  expect(await orders.get(exitId)).toMatchObject({ qty: contracts(10), heldBack: false })
})

it('the order of a linked stop that fires while its group is advanced goes out', async () => {
  const { deps, stop, fireAndDie } = await openDesk()
  const { complexOrders } = deps
  const linked = lookAgain(armedStop({ linkId: 'both', stopPrice: cents(30) }), NOW)
  const { subaccountId } = linked
  const group = { subaccountId, targetId: '7', linkId: 'both', complexOrderIds: [STOP], version: 0 }
  await complexOrders.save({ newComplexOrders: [linked], linkGroups: [group] })
  await advanceComplexOrder(
    { ...deps, complexOrders: { ...complexOrders, save: before(complexOrders.save, fireAndDie) } },
    STOP,
  )
  const placedId = (await stop())?.triggerOrderId ?? ''
  expect(await deps.orders.get(placedId)).toMatchObject({ qty: contracts(10), heldBack: false })
})

it('a protect stop whose position grows while it is advanced stands for all of it', async () => {
  const { deps, market, stop } = await openDesk()
  const { complexOrders } = deps
  const { exchange, svcId, nativeId } = market
  let held = contracts(10)
  const ledger = () => {
    const empty = newLedger({ subaccountId: SUBACCOUNT, exchange, svcId, nativeId })
    return { ...empty, held: { ...NO_POSITION, position: held }, version: held }
  }
  const positions = {
    get: async () => ledger(),
    ofSubaccount: async () => ({ ledgers: [ledger()], reports: [], accounts: [] }),
  }
  const desk = { ...deps, positions }
  const target = sampleTarget({ svcId, nativeId })
  const waiting = waitingStop({ target, protect: true, linkId: 'all' })
  const group = {
    subaccountId: SUBACCOUNT,
    targetId: String(svcId),
    linkId: 'all',
    complexOrderIds: [STOP],
    version: 0,
  }
  await complexOrders.save({ newComplexOrders: [waiting], linkGroups: [group] })
  await advanceComplexOrder(desk, STOP)
  const armed = await stop()
  if (armed !== null) await complexOrders.save({ changedComplexOrders: [lookAgain(armed, NOW - 1)] })
  const grow = async () => {
    held = contracts(20)
    await followProtects(desk, { subaccountId: SUBACCOUNT, exchange })
  }
  await advanceComplexOrder(
    { ...desk, complexOrders: { ...complexOrders, save: before(complexOrders.save, grow) } },
    STOP,
  )
  // The message that `followProtects` has sent.
  await advanceComplexOrder(desk, STOP)
  expect(armed).toMatchObject({ armedQty: contracts(10) })
  expect(await stop()).toMatchObject({ armedQty: contracts(20) })
})
