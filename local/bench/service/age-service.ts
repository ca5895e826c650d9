/** A service whose first user has a long history, which makes some requests slow. */

import { v7 } from 'uuid'
import { STRETCH } from '#adapters/store/history/aggregates.ts'
import { DAY, MINUTE } from '#domain/kernel/time.ts'
import { type ListCase, type ListCost, measureLists } from './measure-lists.ts'
import type { MeasuredService } from './run-service.ts'
import { aggregateHistory, seedHistory } from './seed-history.ts'

export interface AgedService {
  readonly service: MeasuredService
  readonly history: number
  readonly cases: readonly ListCase[]
  readonly untallied: ListCost | null
}

/** Stores the history of the first user. */
export const ageService = async (
  service: MeasuredService,
  history: number,
  progress: (text: string) => void,
): Promise<AgedService> => {
  progress(`storing ${history} orders`)
  const table = service.openTable(() => undefined)
  const now = Date.now()
  // Subaccounts without an account at the exchange: nothing in the service ever looks at these orders but its lists.
  const subaccountId = v7()
  const past = {
    userId: service.userId,
    subaccountIds: [subaccountId, v7(), v7()],
    svcIds: [7, ...Array.from({ length: 19 }, (_, i) => i + 100)],
  } as const
  const older = history - STRETCH
  await seedHistory(table, { ...past, orders: older, from: now - 100 * DAY, until: now - DAY })
  // As in production, in which the newest thousand orders or so have no aggregate yet.
  await seedHistory(table, { ...past, orders: STRETCH, from: now - DAY, until: now - MINUTE })
  const cases = casesOf(7, subaccountId, history)
  const [untallied = null] = await measureLists(service, cases.slice(0, 1), 3)
  await aggregateHistory(table, service.userId, now - DAY + MINUTE, older)
  return { service, history, cases, untallied }
}

const casesOf = (svcId: number, subaccountId: string, history: number): readonly ListCase[] => [
  { what: 'no filter', filter: {} },
  { what: '`status=EXECUTED`', filter: { status: 'EXECUTED' } },
  { what: '`status=REJECTED`', filter: { status: 'REJECTED' } },
  { what: '`status=EXPIRED` (rare)', filter: { status: 'EXPIRED' } },
  { what: '`svc_id`', filter: { svcId } },
  { what: '`subaccount_id`', filter: { subaccountId } },
  { what: '`buy_flag`', filter: { buyFlag: true } },
  { what: '`order_type`', filter: { orderType: 'MARKET' } },
  { what: '`exchange_name`', filter: { exchange: 'EXCHANGE_B' } },
  { what: '`custom_asset_id` (none)', filter: { customAssetId: subaccountId } },
  { what: 'four filters', filter: { status: 'CANCELLED', svcId, subaccountId, buyFlag: false } },
  { what: '`offset` in the middle', filter: {}, offset: Math.floor(history / 2) },
]
