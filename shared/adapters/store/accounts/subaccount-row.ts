/** Row of a subaccount, under its user. */

import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { NO_LIMITS, type RiskLimits } from '#domain/risk/limits.ts'
import { flag, idBehind, moneyValue, orNull, qtyValue, text, whole, yesNo } from '../engine/codecs.ts'
import { type Key, SUBACCOUNTS, userRowKey } from '../engine/keys.ts'
import { mapOf, type Row, rowOf } from '../engine/rows.ts'
import { USERS } from '../engine/table-definition.ts'
import { userRow } from '../engine/user-rows.ts'

export const subaccountKey = ({ userId, subaccountId }: Pick<Subaccount, 'userId' | 'subaccountId'>): Key =>
  userRowKey(userId, SUBACCOUNTS, subaccountId)

export const subaccountToRow = (subaccount: Subaccount, version: number): Row & Key =>
  userRow(SUBACCOUNT, subaccount, version)

const LIMITS = mapOf<RiskLimits>({
  maxOrderQty: ['q', orNull(qtyValue)],
  maxOrderCost: ['c', orNull(moneyValue)],
  maxOpenOrders: ['o', orNull(whole)],
  maxDailyLoss: ['l', orNull(moneyValue)],
  mcpDailyCost: ['m', orNull(moneyValue)],
  halted: ['h', flag],
  updatedAt: ['at', orNull(whole)],
})

const FORM = rowOf<Subaccount>({
  name: ['name', text],
  description: ['about', orNull(text)],
  isActive: ['active', yesNo],
  insertedAt: ['at', whole],
  cancelBefore: ['cb', orNull(whole)],
  cancelReason: ['cbr', orNull(text)],
  cancelExitsBefore: ['cxb', orNull(whole)],
  cancelComplexBefore: ['cx', orNull(whole)],
  cancelComplexReason: ['cxr', orNull(text)],
  limits: [
    'rl',
    {
      // Limits are left out of the row until they are set for the first time.
      write: (limits: RiskLimits) => (limits.updatedAt === null ? null : LIMITS.write(limits)),
      read: (stored) => (stored === undefined || stored === null ? NO_LIMITS : LIMITS.read(stored)),
    },
  ],
  hasWebhooks: ['wh', flag],
  version: ['v', whole],
  subaccountId: ['sk', idBehind(SUBACCOUNTS)],
  userId: ['pk', idBehind(USERS)],
})

export const SUBACCOUNT = {
  begin: SUBACCOUNTS,
  idOf: ({ subaccountId }: Subaccount) => subaccountId,
  form: FORM,
}
