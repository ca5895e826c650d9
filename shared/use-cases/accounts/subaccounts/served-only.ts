/** Limits functions that change orders to the subaccounts that the service trades for. Each stored kind stays readable by other functions. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { isServed } from '#domain/accounts/subaccount-kind.ts'
import { OtherAccounts } from '#ports/accounts/other-accounts.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { OpenAccount } from '../open-account.ts'

interface Owned {
  readonly userId: string
  readonly subaccountId: string
}

type Check = <One extends Owned>(one: One | null) => One | null

const checkOf =
  (accounts: AccountKind, thing: string): Check =>
  (one) => {
    if (one !== null && !isServed(accounts, one.subaccountId)) throw new OtherAccounts(thing, one.userId)
    return one
  }

const served =
  (accounts: AccountKind) =>
  ({ subaccountId }: Owned): boolean =>
    isServed(accounts, subaccountId)

type OrderReads = Pick<OrderStore, 'find' | 'findMany' | 'findWithFills' | 'get' | 'getBasket'>

/** The store without the orders of other kinds: a read of one throws `OtherAccounts`, a read of many leaves them out. */
export const servedOrders = <Store extends OrderReads>(store: Store, accounts: AccountKind): Store => {
  const check = checkOf(accounts, 'Order')
  const reads: OrderReads = {
    find: async (orderId) => check(await store.find(orderId)),
    get: async (orderId) => check(await store.get(orderId)),
    getBasket: async (orderId) => check(await store.getBasket(orderId)),
    findMany: async (orderIds) => (await store.findMany(orderIds)).filter(served(accounts)),
    findWithFills: async (orderId, limit) => {
      const found = await store.findWithFills(orderId, limit)
      check(found?.order ?? null)
      return found
    },
  }
  return { ...store, ...reads }
}

type ComplexOrderReads = Pick<ComplexOrderStore, 'get' | 'getAll'>

/** The same for complex orders. */
export const servedComplexOrders = <Store extends ComplexOrderReads>(store: Store, accounts: AccountKind): Store => {
  const check = checkOf(accounts, 'Complex order')
  const reads: ComplexOrderReads = {
    get: async (complexOrderId) => check(await store.get(complexOrderId)),
    getAll: async (ids, options) => (await store.getAll(ids, options)).filter(served(accounts)),
  }
  return { ...store, ...reads }
}

/** Opens no account of another kind. */
export const servedAccounts =
  (open: OpenAccount, accounts: AccountKind): OpenAccount =>
  async (subaccountId, exchange) =>
    isServed(accounts, subaccountId) ? open(subaccountId, exchange) : null
