/** Subaccounts in the table, under their user. */

import { boolean, type InferOutput, nullish, object, string } from 'valibot'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { NO_LIMITS, type RiskLimits } from '#domain/risk/limits.ts'
import type { SubaccountStore } from '#ports/subaccount-store.ts'
import type { Row } from '../engine/attributes.ts'
import {
  accountSyncKey,
  type Key,
  SUBACCOUNTS,
  subaccountIdOf,
  subaccountKey,
  userIdOf,
  userPartition,
} from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { flag, moneyValue, qtyValue, unlessFalse, whole } from '../engine/row-values.ts'
import type { Table } from '../engine/table.ts'
import { releaseOf } from './credentials.ts'

export const subaccountStore = (table: Table): SubaccountStore => ({
  get: async (userId, subaccountId) => {
    const row = await table.get(subaccountKey(userId, subaccountId))
    return row === null ? null : rowToSubaccount(row)
  },

  list: async (userId) => {
    const question = { partition: userPartition(userId), sort: { startsWith: SUBACCOUNTS }, consistent: true }
    const subaccounts = (await table.query(question)).map(rowToSubaccount)
    return subaccounts.sort((a, b) => a.insertedAt - b.insertedAt || (a.subaccountId < b.subaccountId ? -1 : 1))
  },

  create: async (subaccount) =>
    (await table.write([{ put: subaccountToRow(subaccount, subaccount.version), expect: 'absent' }])).written,

  save: async (subaccount) => {
    const put = subaccountToRow(subaccount, subaccount.version + 1)
    return (await table.write([{ put, expect: { same: { v: subaccount.version } } }])).written
  },

  remove: async (subaccount, credentials) => {
    const { written } = await table.write([
      {
        remove: subaccountKey(subaccount.userId, subaccount.subaccountId),
        expect: { same: { v: subaccount.version } },
      },
      ...credentials.flatMap(releaseOf),
      ...EXCHANGE_NAMES.map((exchange) => ({
        remove: accountSyncKey(subaccount.subaccountId, exchange),
        expect: 'anything' as const,
      })),
    ])
    return written
  },
})

const subaccountToRow = (subaccount: Subaccount, version: number): Row & Key => ({
  ...subaccountKey(subaccount.userId, subaccount.subaccountId),
  name: subaccount.name,
  about: subaccount.description,
  active: subaccount.isActive,
  at: subaccount.insertedAt,
  cb: subaccount.cancelBefore,
  cx: subaccount.cancelComplexBefore,
  rl: limitsToRow(subaccount.limits),
  wh: unlessFalse(subaccount.hasWebhooks),
  v: version,
})

const rowToSubaccount = (row: Row): Subaccount => {
  const { pk, sk, name, about, active, at, cb, cx, rl, wh, v } = parseRow(subaccountRow, row)
  return {
    subaccountId: subaccountIdOf(sk),
    userId: userIdOf(pk),
    name,
    description: about,
    isActive: active,
    insertedAt: at,
    cancelBefore: cb,
    cancelComplexBefore: cx,
    limits: rl === null ? NO_LIMITS : rowToLimits(rl),
    hasWebhooks: wh,
    version: v,
  }
}

/** Left out until they are set for the first time. */
const limitsToRow = (limits: RiskLimits): Row | null =>
  limits.updatedAt === null
    ? null
    : {
        q: limits.maxOrderQty,
        c: limits.maxOrderCost,
        o: limits.maxOpenOrders,
        l: limits.maxDailyLoss,
        h: unlessFalse(limits.halted),
        at: limits.updatedAt,
      }

const limitsRow = object({
  q: nullish(qtyValue, null),
  c: nullish(moneyValue, null),
  o: nullish(whole, null),
  l: nullish(moneyValue, null),
  h: flag,
  at: whole,
})

const rowToLimits = ({ q, c, o, l, h, at }: InferOutput<typeof limitsRow>): RiskLimits => ({
  maxOrderQty: q,
  maxOrderCost: c,
  maxOpenOrders: o,
  maxDailyLoss: l,
  halted: h,
  updatedAt: at,
})

const subaccountRow = object({
  pk: string(),
  sk: string(),
  name: string(),
  about: nullish(string(), null),
  active: boolean(),
  at: whole,
  cb: nullish(whole, null),
  cx: nullish(whole, null),
  rl: nullish(limitsRow, null),
  wh: flag,
  v: whole,
})
