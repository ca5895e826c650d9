/** Redemptions and merges as our interface takes and shows them. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { ActionState, WalletAction } from '#domain/portfolio/wallet-action.ts'
import { pageQuery } from '../kernel/lists/page-query.ts'
import { amountOrNull, instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const redeemBody = object({ subaccount_id: uuid(), svc_id: nullable(optional(svcId())) })

const begunRedemption = recordOf<[WalletAction]>()({
  redemption_id: [uuid(), ({ actionId }) => actionId],
  svc_id: [svcId(), ({ svcId }) => svcId ?? 0],
})

/** Redemptions that were begun, or are under way. */
export const { schema: begunRedemptions, write: toBegunRedemptions } = recordOf<[begun: readonly WalletAction[]]>()({
  redemptions: [list(begunRedemption.schema), (begun) => begun.map(begunRedemption.write)],
})

export const redemptionQuery = object({ subaccount_id: optional(uuid()), svc_id: optional(svcId()), ...pageQuery() })

export const REDEMPTION_KINDS = ['redeem', 'merge'] as const
export const REDEMPTION_STATES = ['PENDING', 'SUBMITTED', 'PAID', 'FAILED'] as const

const SHOWN: Readonly<Record<ActionState, (typeof REDEMPTION_STATES)[number]>> = {
  PENDING: 'PENDING',
  SUBMITTED: 'SUBMITTED',
  DONE: 'PAID',
  FAILED: 'FAILED',
}

/** `payout` in dollars; null before it is known, and if another program has redeemed before. */
export const { schema: redemptionRecord, write: toRedemptionRecord } = recordOf<[WalletAction]>()({
  redemption_id: [uuid(), (action) => action.actionId],
  subaccount_id: [uuid(), (action) => action.subaccountId],
  exchange_name: [enumeration(EXCHANGE_NAMES), (action) => action.exchange],
  svc_id: [svcId(), (action) => action.svcId ?? 0],
  kind: [enumeration(REDEMPTION_KINDS), (action) => (action.kind === 'merge' ? 'merge' : 'redeem')],
  state: [enumeration(REDEMPTION_STATES), (action) => SHOWN[action.state]],
  payout: amountOrNull((action) => action.payout),
  transaction: [nullable(string()), (action) => action.transaction],
  detail: [nullable(string()), (action) => action.detail],
  inserted_at: instant((action) => action.insertedAt),
  updated_at: instant((action) => action.updatedAt),
})
