/** A subaccount is deleted only when nothing uses it, whatever happens while that is looked for. */

import { expect, it } from 'vitest'
import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { deletionStore } from '#adapters/store/accounts/deletions.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { customAssetStore } from '#adapters/store/markets/custom-assets.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { NOW, SUBACCOUNT, sampleSubaccount, USER } from '#test/adapters/store/samples.ts'
import { contracts, sampleConditional } from '#test/domain/contingent/complex-samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { deleteSubaccount } from '#use-cases/wind-down/delete-subaccount.ts'

it('a stop that is armed during the last check keeps its subaccount', async () => {
  const { table } = await memoryTable()
  const [subaccounts, complexOrders] = [subaccountStore(table), complexOrderStore(table)]
  await subaccounts.create(sampleSubaccount())
  let looks = 0
  const armed: typeof complexOrders.list = async (userId, filter, page) => {
    if (filter.status === 'PENDING') looks += 1
    if (filter.status === 'PENDING' && looks === 2) {
      // All simultaneous reads are done by now.
      await new Promise(setImmediate)
      const stop = sampleConditional({ userId: USER, subaccountId: SUBACCOUNT })
      await complexOrders.save({ newComplexOrders: [arm(stop, contracts(10), null, NOW)] })
    }
    return complexOrders.list(userId, filter, page)
  }
  const deps = {
    subaccounts,
    deletions: deletionStore(table),
    orders: orderStore(table),
    complexOrders: { list: armed },
    positions: positionStore(table),
    credentials: credentialsStore(table),
    customAssets: customAssetStore(table),
    accountSyncs: accountSyncStore(table),
    clock: () => NOW,
    pause: async () => undefined,
    log: SILENT_LOG,
  }
  expect(await deleteSubaccount(deps, USER, SUBACCOUNT, true)).toMatchObject({ status: 409, code: 'subaccount_in_use' })
  expect(looks).toBe(2)
  expect(await subaccounts.get(USER, SUBACCOUNT)).toMatchObject({ isActive: true })
})
