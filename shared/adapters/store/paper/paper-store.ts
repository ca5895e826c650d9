/** Paper accounts in the table, in a partition for each: the account, its orders, and its fills by time. */

import { chunked } from '#domain/kernel/chunked.ts'
import {
  openingAccount,
  type PaperAccount,
  type PaperAccountRef,
  type PaperChange,
  type PaperFill,
  resetAccount,
} from '#domain/paper/paper-account.ts'
import type { PaperOrder } from '#domain/paper/paper-order.ts'
import type { PaperStore } from '#ports/exchanges/paper-store.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { byVersion } from '../engine/expectation.ts'
import { PAPER_FILLS, paperAccountKey, paperFillsAt, paperOrderKey, paperPartition } from '../engine/keys.ts'
import { ifThere } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { accountToRow, fillsToRow, orderToRow, rowToAccount, rowToFills, rowToOrder } from './paper-rows.ts'

/** Every change names the version of the account that it was decided by, so that two never spend the same cash. */
export const paperStore = (table: Table): PaperStore => {
  const account: PaperStore['account'] = async (ref) => ifThere(await table.get(paperAccountKey(ref)), rowToAccount)

  const orders: PaperStore['orders'] = async (ref, paperIds) =>
    (await table.batchGet(paperIds.map((paperId) => paperOrderKey(ref, paperId)))).map(rowToOrder)

  const save: PaperStore['save'] = async (change) => (await table.write(changesOf(change))).written

  /** Ends the orders on the book in as many writes as it takes, then the account begins again in one. */
  const resetOnce = async (
    ref: PaperAccountRef,
    reset: Parameters<PaperStore['reset']>[1],
    now: number,
  ): Promise<boolean> => {
    const stored = (await account(ref)) ?? openingAccount(ref, reset.cash)
    if (stored.resetId === reset.resetId) return true
    const [some = [], ...more] = chunked(stored.open, ORDERS_AT_ONCE)
    const ended = (await orders(ref, some)).map((order): PaperOrder => ({ ...order, state: 'ended' }))
    const next: PaperAccount =
      more.length === 0
        ? resetAccount({ ...stored, open: [] }, reset, now)
        : { ...stored, open: stored.open.slice(some.length) }
    return (await save({ account: next, orders: ended, fills: [] })) && more.length === 0
  }

  return {
    account,
    orders,
    save,
    order: async (ref, paperId) => ifThere(await table.get(paperOrderKey(ref, paperId)), rowToOrder),

    fillsSince: async (ref, since) => {
      const sort = { from: paperFillsAt(since), upTo: `${PAPER_FILLS}~` }
      const rows = await table.query({ partition: paperPartition(ref), sort, consistent: true })
      return rows.flatMap(rowToFills).filter(({ at }) => at >= since)
    },

    fillsBefore: async (ref, before, cursor) => {
      const sort = { from: PAPER_FILLS, upTo: cursor ?? paperFillsAt(before) }
      // The range includes the row that the page continues after.
      const most = ROWS_A_PAGE + 1
      const rows = await table.query({ partition: paperPartition(ref), sort, descending: true, limit: most })
      const found = rows.filter(({ sk }) => sk !== cursor).slice(0, ROWS_A_PAGE)
      const last = rows.length < most ? undefined : found.at(-1)
      const fills = found.flatMap((row) => rowToFills(row).toReversed()).filter(({ at }) => at < before)
      return { fills, cursor: last === undefined ? null : String(last['sk']) }
    },

    reset: async (ref, reset, now) => {
      for (let tried = 0; tried < MOST_TRIES; tried += 1) if (await resetOnce(ref, reset, now)) return
      throw new ServiceUnavailable('the paper account', new Error('the account changes too often to be reset'))
    },
  }
}

/** Fills of one order and one time share a row. */
const changesOf = ({ account, orders, fills }: PaperChange<PaperOrder>) => [
  { put: accountToRow(account, account.version + 1), expect: byVersion(account.version) },
  ...orders.map((order) => ({
    put: orderToRow(account, order, order.version + 1),
    expect: byVersion(order.version),
  })),
  ...[...Map.groupBy(fills, (fill: PaperFill) => `${fill.at} ${fill.paperId}`).values()].map((some) => ({
    put: fillsToRow(account, some),
    expect: 'anything' as const,
  })),
]

const ROWS_A_PAGE = 200
/** A transaction of the table holds a hundred writes. */
const ORDERS_AT_ONCE = 90
const MOST_TRIES = 60
