/** A custom asset is deleted only when nothing uses it, also where what uses it moves on while that is looked for. */

import { beforeEach, expect, it } from 'vitest'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { customAssetStore } from '#adapters/store/markets/custom-assets.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { basketTarget } from '#domain/complex-orders/target.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { NOW, SUBACCOUNT, sampleSubaccount, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { basketOf } from '#test/domain/baskets/round-samples.ts'
import { contracts, sampleConditional } from '#test/domain/contingent/complex-samples.ts'
import { memoryTable } from '#test/support/store.ts'
import { deleteCustomAsset } from '#use-cases/baskets/manage-custom-assets.ts'
import { findConditional } from '#use-cases/contingent/find-conditional.ts'

const customAssetId = uuidAt(NOW, 40)
const basket = basketOf({ orderId: uuidAt(NOW, 41), userId: USER, subaccountId: SUBACCOUNT, customAssetId })
const stop = sampleConditional({
  userId: USER,
  subaccountId: SUBACCOUNT,
  target: basketTarget({ customAssetId, label: null, allocation: 'EQUAL' }, []),
})

const openDesk = async () => {
  const { table } = await memoryTable()
  const [orders, complexOrders] = [orderStore(table), complexOrderStore(table)]
  const [subaccounts, customAssets] = [subaccountStore(table), customAssetStore(table)]
  await subaccounts.create(sampleSubaccount())
  await customAssets.create({
    customAssetId,
    userId: USER,
    subaccountId: SUBACCOUNT,
    name: 'Pair',
    description: null,
    allocation: 'EQUAL',
    svcIds: [],
    insertedAt: NOW,
    updatedAt: NOW,
    version: 0,
  })
  /** Deletes the asset. `moves` runs right before the read of this status, after all simultaneous reads. */
  const deleteWhile = async (status: string, moves: () => Promise<unknown>) => {
    let isMoved = false
    const moving = async (read: unknown): Promise<void> => {
      if (read !== status || isMoved) return
      isMoved = true
      await new Promise(setImmediate)
      await moves()
    }
    const deps = {
      subaccounts,
      customAssets,
      orders: {
        list: async (...[userId, filter, page]: Parameters<typeof orders.list>) => {
          await moving(filter.status)
          return orders.list(userId, filter, page)
        },
      },
      complexOrders: {
        list: async (...[userId, filter, page]: Parameters<typeof complexOrders.list>) => {
          await moving(filter.status)
          return complexOrders.list(userId, filter, page)
        },
      },
    }
    return { answer: await deleteCustomAsset(deps, USER, customAssetId), isMoved }
  }
  return { orders, complexOrders, deleteWhile }
}

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => {
  desk = await openDesk()
})

const REFUSED = { answer: { status: 409, code: 'custom_asset_in_use' }, isMoved: true }

it('an order that is claimed during the check keeps its custom asset', async () => {
  const { orders, deleteWhile } = desk
  await orders.create(basket)
  const moves = async () =>
    orders.save({ ...((await orders.find(basket.orderId)) ?? expect.fail()), status: 'PROCESSING' })
  expect(await deleteWhile('PENDING_SUBMISSION', moves)).toMatchObject(REFUSED)
})

it('a stop that is armed during the check keeps its custom asset', async () => {
  const { complexOrders, deleteWhile } = desk
  await complexOrders.save({ newComplexOrders: [stop] })
  const moves = async () => {
    const stored = (await findConditional({ complexOrders }, stop.complexOrderId)) ?? expect.fail()
    expect(await complexOrders.save({ changedComplexOrders: [arm(stored, contracts(10), null, NOW)] })).toBe(true)
  }
  expect(await deleteWhile('PENDING', moves)).toMatchObject(REFUSED)
})

it('a stop that fires during the check keeps its custom asset through the order it places', async () => {
  const { orders, complexOrders, deleteWhile } = desk
  await complexOrders.save({ newComplexOrders: [arm(stop, contracts(10), null, NOW)] })
  const moves = async () => {
    const stored = (await complexOrders.get(stop.complexOrderId)) ?? expect.fail()
    await orders.create(basket)
    await complexOrders.save({ changedComplexOrders: [{ ...stored, status: 'TRIGGERED' }] })
  }
  expect(await deleteWhile('ACTIVE', moves)).toMatchObject(REFUSED)
})

it('an unused custom asset is deleted', async () => {
  expect(await desk.deleteWhile('ACTIVE', async () => undefined)).toEqual({ answer: null, isMoved: true })
})
