/** Reads the objects of a round of overdue work together: requests take most of a sweep's time. */

import { accountName } from '#domain/accounts/account-ref.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { TradingDay } from '#domain/risk/trading-day.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { TradingDayStore } from '#ports/risk/trading-day-store.ts'
import type { DueWork, Postponement, WorkStore } from '#ports/work/work-store.ts'

export interface ReadTogetherDeps {
  readonly work: Pick<WorkStore, 'readMany'>
  readonly orders: Pick<OrderStore, 'findMany'>
  readonly accountSyncs: Pick<AccountSyncStore, 'getMany'>
  readonly tradingDays: Pick<TradingDayStore, 'getMany'>
  readonly subaccounts: Pick<SubaccountStore, 'getMany'>
  readonly log: Log
}

/** Objects that were read before the round began. Missing ones are read alone. */
export interface ReadRound {
  readonly orders: ReadonlyMap<string, PlacedOrder>
  /** By `accountName`. */
  readonly accounts: ReadonlyMap<string, AccountSync>
  /** By subaccount, as the subaccounts of these days. */
  readonly days: ReadonlyMap<string, TradingDay>
  readonly subaccounts: ReadonlyMap<string, Subaccount>
  /** Events and deliveries, whose due date only moves. */
  readonly postponements: ReadonlyMap<DueWork, Postponement>
}

/**
 * Reads the objects of a round in a few requests. A save names the version that was read, so that a change by another
 * process wins. Missing objects are read alone, so that one failure concerns one object.
 */
export const readTogether = async (deps: ReadTogetherDeps, round: readonly DueWork[]): Promise<ReadRound> => {
  const ids = new Set(round.flatMap((work) => (work.kind === 'order' ? [work.orderId] : [])))
  const due = round.flatMap((work) => (work.kind === 'account' ? [work] : []))
  const rolling = round.flatMap((work) => (work.kind === 'trading_day' ? [work.subaccountId] : []))
  const reported = round.filter(({ kind }) => kind === 'event' || kind === 'delivery')
  const some = async <Ref, One>(refs: readonly Ref[], read: (refs: readonly Ref[]) => Promise<readonly One[]>) => {
    if (refs.length < 2) return []
    try {
      return await read(refs)
    } catch (error) {
      deps.log.warn('overdue work not read together', { pieces: refs.length, error: String(error) })
      return []
    }
  }
  const readDays = async () => {
    const days = await some(rolling, deps.tradingDays.getMany)
    return { days, subaccounts: await some(days, deps.subaccounts.getMany) }
  }
  const [orders, accounts, { days, subaccounts }, postponements] = await Promise.all([
    some([...ids], deps.orders.findMany),
    some(due, deps.accountSyncs.getMany),
    readDays(),
    some(reported, async (refs) => [...(await deps.work.readMany(refs))]),
  ])
  return {
    orders: new Map(orders.map((order) => [order.orderId, order])),
    accounts: new Map(accounts.map((state) => [accountName(state), state])),
    days: new Map(days.map((day) => [day.subaccountId, day])),
    subaccounts: new Map(subaccounts.map((subaccount) => [subaccount.subaccountId, subaccount])),
    postponements: new Map(postponements),
  }
}
