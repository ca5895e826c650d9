/** Another run may change an advanced order at any moment, and may die before it sends a message. No change is forgotten. */

import { expect, it } from 'vitest'
import { recordClosed } from '#domain/baskets/closed-otherwise.ts'
import { markNotified, stateForDependents } from '#domain/baskets/dependents.ts'
import type { Conditional, NewConditional } from '#domain/contingent/conditional.ts'
import { adopt, arm, recheckAt } from '#domain/contingent/transitions.ts'
import { notifyBy } from '#domain/orders/dependents/dependents.ts'
import { NO_POSITION } from '#domain/portfolio/position.ts'
import { newLedger, recordTrades } from '#domain/portfolio/position-ledger.ts'
import { NOW, SUBACCOUNT, sampleFill, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { cents, contracts, sampleConditional, sampleTarget } from '#test/domain/contingent/complex-samples.ts'
import { boughtTen } from '#test/support/contingent/bought-ten.ts'
import { tableDesk } from '#test/support/contingent/table-desk.ts'
import { memoryTable } from '#test/support/store.ts'
import { advanceComplexOrder, advanceOrder } from '#use-cases/contingent/advance-contingents.ts'
import { fireTrigger } from '#use-cases/contingent/fire/fire-trigger.ts'
import { trackPositions } from '#use-cases/contingent/track-position/track-positions.ts'
import { trackProtects } from '#use-cases/contingent/track-position/track-protects.ts'

const ENTRY = uuidAt(NOW, 0xa)
const STOP = uuidAt(NOW, 0xb)
const CHILD = uuidAt(NOW, 0xc)
const SEEN = { price: cents(29), source: 'mid' } as const

const openDesk = async () => {
  const { table } = await memoryTable()
  const { market, deps } = tableDesk(table)
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

const waitingStop = (change: Partial<NewConditional> = {}): Conditional =>
  sampleConditional({ complexOrderId: STOP, userId: USER, subaccountId: SUBACCOUNT, subtype: 'STOP', ...change })

const armedStop = (change: Partial<NewConditional>): Conditional =>
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

it('a stop that gets a child between its read and its arming is armed', async () => {
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

it('the order of a stop that fires while the dependents of its entry are notified goes out', async () => {
  const { deps, stop, fireAndDie } = await openDesk()
  const { orders } = deps
  const bought = { ...boughtTen(ENTRY, [STOP]), guarded: true }
  const entry = notifyBy(markNotified(bought, stateForDependents(bought), null), NOW - 1)
  const hung = armedStop({ parentOrderId: ENTRY, stopPrice: cents(30) })
  await deps.complexOrders.save({
    newOrders: [entry],
    newComplexOrders: [{ ...hung, trigger: { ...hung.trigger, buyFlag: !entry.buyFlag } }],
  })
  await advanceOrder({ ...deps, orders: { ...orders, save: before(orders.save, fireAndDie) } }, ENTRY)
  const exitId = (await stop())?.triggerOrderId ?? ''
  expect(await orders.get(exitId)).toMatchObject({ qty: contracts(10), suspended: false })
})

it('the order of a linked stop that fires while its group is advanced goes out', async () => {
  const { deps, stop, fireAndDie } = await openDesk()
  const { complexOrders } = deps
  const linked = recheckAt(armedStop({ linkId: 'both', stopPrice: cents(30) }), NOW)
  const { subaccountId } = linked
  const group = { subaccountId, targetId: '7', linkId: 'both', complexOrderIds: [STOP], version: 0 }
  await complexOrders.save({ newComplexOrders: [linked], linkGroups: [group] })
  await advanceComplexOrder(
    { ...deps, complexOrders: { ...complexOrders, save: before(complexOrders.save, fireAndDie) } },
    STOP,
  )
  const placedId = (await stop())?.triggerOrderId ?? ''
  expect(await deps.orders.get(placedId)).toMatchObject({ qty: contracts(10), suspended: false })
})

it('a protect stop covers its whole position if the position grows during the advance', async () => {
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
  if (armed !== null) await complexOrders.save({ changedComplexOrders: [recheckAt(armed, NOW - 1)] })
  const grow = async () => {
    held = contracts(20)
    await trackProtects(desk, { subaccountId: SUBACCOUNT, exchange })
  }
  await advanceComplexOrder(
    { ...desk, complexOrders: { ...complexOrders, save: before(complexOrders.save, grow) } },
    STOP,
  )
  // The message that `trackProtects` has sent.
  await advanceComplexOrder(desk, STOP)
  expect(armed).toMatchObject({ armedQty: contracts(10) })
  expect(await stop()).toMatchObject({ armedQty: contracts(20) })
})

it('a closed quantity that is recorded during the recount of a reversed trade stays recorded', async () => {
  const { deps, market } = await openDesk()
  const { orders } = deps
  const { exchange, svcId, nativeId } = market
  const entry = { ...boughtTen(ENTRY, [STOP]), svcId, nativeId, guarded: true, closedQty: contracts(4) }
  const hung = waitingStop({ parentOrderId: ENTRY, target: sampleTarget({ svcId, nativeId }) })
  await deps.complexOrders.save({ newOrders: [entry], newComplexOrders: [hung] })
  const bought = sampleFill(entry, 1, { qty: contracts(10) })
  const sold = {
    ...sampleFill(entry, 2, { qty: contracts(4), buyFlag: !entry.buyFlag, status: 'REVERSED' }),
    orderId: null,
  }
  const empty = newLedger({ subaccountId: SUBACCOUNT, exchange, svcId, nativeId })
  const ledger = { ...recordTrades(empty, [bought, sold], [], NOW), version: 1 }
  const noteMore = async () => {
    const found = await orders.get(ENTRY)
    if (found !== null) await orders.save(recordClosed(found, svcId, contracts(6), NOW))
  }
  const desk = {
    ...deps,
    positions: { get: async () => ledger },
    fills: { inMarkets: async () => [bought, sold] },
    orders: { ...orders, save: before(orders.save, noteMore) },
  }
  const { fillId, exchangeTradeId: tradeId, exchangeOrderId, exchangeAt: at, ...rest } = sold
  const takenBack = { orderId: null, fill: { ...rest, fillId, tradeId, exchangeOrderId, nativeId, at } }
  const account = { subaccountId: SUBACCOUNT, exchange }
  const again = await trackPositions(desk, account, [entry], [takenBack], false)
  expect(await orders.get(ENTRY)).toMatchObject({ closedQty: contracts(6) })
  expect([...again]).toEqual([takenBack])
  expect([...(await trackPositions(desk, account, [entry], [takenBack], false))]).toEqual([])
  expect(await orders.get(ENTRY)).toMatchObject({ closedQty: contracts(0) })
})
