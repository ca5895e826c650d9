/** Measures a list of a long history: its time over HTTP, and its read units through the store's own code. */

import * as v from 'valibot'
import { orderStore } from '#adapters/store/orders/orders.ts'
import type { OrderFilter } from '#ports/orders/order-store.ts'
import { quantile } from '../quantile.ts'
import { textTable } from '../text-table.ts'
import type { MeasuredService } from './run-service.ts'

export interface ListCost {
  readonly what: string
  readonly count: number
  readonly ms: number
  readonly readUnits: number
}

/** A list that a client may request. */
export interface ListCase {
  readonly what: string
  readonly filter: OrderFilter
  readonly offset?: number
}

/** `tries` calls of each, of which the median counts. */
export const measureLists = async (
  service: MeasuredService,
  cases: readonly ListCase[],
  tries: number,
): Promise<readonly ListCost[]> => {
  let readUnits = 0
  const orders = orderStore(
    service.openTable((units) => {
      readUnits += units
    }),
  )
  const costs: ListCost[] = []
  for (const { what, filter, offset = 0 } of cases) {
    const times: number[] = []
    let count = 0
    for (let tried = 0; tried < tries; tried++) {
      const began = performance.now()
      count = v.parse(Listed, await service.call('GET', `/v1/orders?${queryOf(filter, offset)}`)).count
      times.push(performance.now() - began)
    }
    readUnits = 0
    const page = await orders.list(service.userId, filter, { limit: 100, offset })
    if (page.count !== count) throw new Error(`${what}: the service counts ${count}, the store ${page.count}`)
    costs.push({ what, count, ms: quantile(times, 0.5), readUnits })
  }
  return costs
}

const Listed = v.object({ count: v.number() })

const queryOf = (filter: OrderFilter, offset: number): string => {
  const named = {
    status: filter.status,
    svc_id: filter.svcId,
    custom_asset_id: filter.customAssetId,
    subaccount_id: filter.subaccountId,
    buy_flag: filter.buyFlag,
    order_type: filter.orderType,
    time_in_force: filter.timeInForce,
    exchange_name: filter.exchange,
    created_after: filter.createdFrom,
    created_before: filter.createdBefore,
    offset: offset === 0 ? undefined : offset,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(named)) if (value !== undefined) query.set(name, String(value))
  return query.toString()
}

export const listsText = (lists: readonly ListCost[], untallied: ListCost | null): string =>
  textTable(
    ['first page of 100', '`count`', 'ms', 'read units'],
    [
      ...lists.map((cost) => listRow(cost, cost.what)),
      ...(untallied === null ? [] : [listRow(untallied, 'no filter, before any tally is made')]),
    ],
  )

const listRow = ({ count, ms, readUnits }: ListCost, what: string): readonly string[] => [
  what,
  count.toLocaleString('en'),
  ms.toFixed(0),
  String(readUnits),
]
