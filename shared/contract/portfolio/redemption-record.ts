/** Redemptions and merges as our interface takes and shows them. */

import type { InferInput } from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { toNumber } from '#domain/kernel/numbers.ts'
import { toIso } from '#domain/kernel/time.ts'
import type { ActionState, WalletAction } from '#domain/portfolio/wallet-action.ts'
import { pageQuery } from '../kernel/page-query.ts'
import { svcId } from '../kernel/svc-id.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const redeemBody = object({ subaccount_id: uuid(), svc_id: nullable(optional(svcId())) })

export const begunRedemptions = object({ redemptions: list(object({ redemption_id: uuid(), svc_id: integer() })) })

export const redemptionQuery = object({ subaccount_id: optional(uuid()), svc_id: optional(svcId()), ...pageQuery() })

const KINDS = ['redeem', 'merge'] as const
const STATES = ['PENDING', 'SUBMITTED', 'PAID', 'FAILED'] as const

export const redemptionRecord = object({
  redemption_id: uuid(),
  subaccount_id: uuid(),
  exchange_name: enumeration(EXCHANGE_NAMES),
  svc_id: integer(),
  kind: enumeration(KINDS),
  state: enumeration(STATES),
  payout: nullable(decimal()),
  transaction: nullable(string()),
  detail: nullable(string()),
  inserted_at: datetime(),
  updated_at: datetime(),
})

const SHOWN: Readonly<Record<ActionState, (typeof STATES)[number]>> = {
  PENDING: 'PENDING',
  SUBMITTED: 'SUBMITTED',
  DONE: 'PAID',
  FAILED: 'FAILED',
}

/** `payout` in dollars; null before it is known, and where somebody else has redeemed before. */
export const toRedemptionRecord = (action: WalletAction): InferInput<typeof redemptionRecord> => ({
  redemption_id: action.actionId,
  subaccount_id: action.subaccountId,
  exchange_name: action.exchange,
  svc_id: action.svcId ?? 0,
  kind: action.kind === 'merge' ? 'merge' : 'redeem',
  state: SHOWN[action.state],
  payout: action.payout === null ? null : toNumber(action.payout),
  transaction: action.transaction,
  detail: action.detail,
  inserted_at: toIso(action.insertedAt),
  updated_at: toIso(action.updatedAt),
})
