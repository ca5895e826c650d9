/** A position as our interface shows it. */

import type { InferInput } from 'valibot'
import { isPaper } from '#domain/accounts/subaccount-kind.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { MARKET_STATUSES, type MarketStatus } from '#domain/markets/market.ts'
import { type HeldPosition, heldPositions } from '#domain/portfolio/held-position.ts'
import { averageBuyPrice, averageSellPrice } from '#domain/portfolio/position.ts'
import type { PositionSubject } from '#domain/webhooks/event.ts'
import { amount, amountOrNull, instant, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

export const SETTLEMENTS = ['decided', 'redeemable', 'paid'] as const

interface ListedPosition extends HeldPosition {
  readonly title: string | null
  readonly ticker: string | null
  readonly marketStatus: MarketStatus | null
}

/** Contracts: above 0 holds YES, below 0 holds NO. Averages cover the stored fills and are null if there are none. */
export const { schema: positionRecord, write: toPositionRecord } = recordOf<[ListedPosition]>()({
  svc_id: [svcId(), (one) => one.svcId],
  exchange_name: [enumeration(EXCHANGE_NAMES), (one) => one.exchange],
  is_paper: [boolean(), (one) => isPaper(one.subaccountId)],
  market_title: [nullable(string()), (one) => one.title],
  exchange_ticker: [nullable(string()), (one) => one.ticker],
  position: amount((one) => one.position),
  avg_buy_price: amountOrNull((one) => averageBuyPrice(one.fills)),
  avg_sell_price: amountOrNull((one) => averageSellPrice(one.fills)),
  total_qty_bought: amount((one) => one.fills.boughtQty),
  total_qty_sold: amount((one) => one.fills.soldQty),
  total_fees: amount((one) => one.fills.fees),
  fill_count: [integer(), (one) => one.fills.fillCount],
  first_fill_at: instantOrNull((one) => one.fills.firstFillAt),
  last_fill_at: instantOrNull((one) => one.fills.lastFillAt),
  mark_price: amountOrNull((one) => one.mark),
  market_value: amountOrNull((one) => one.marketValue),
  unrealized_pnl: amountOrNull((one) => one.unrealizedPnl),
  realized_pnl: amount((one) => one.realizedPnl),
  market_status: [nullable(enumeration(MARKET_STATUSES)), (one) => one.marketStatus],
  settlement: [nullable(enumeration(SETTLEMENTS)), (one) => one.settlement],
  settlement_detail: [nullable(string()), (one) => one.settlementDetail],
  payout: amountOrNull((one) => one.payout),
  pairs: amount((one) => one.pairs),
  as_of: instant((one) => one.asOf),
})

/** A position outside the list of its subaccount. */
export const placedPositionRecord = object({ subaccount_id: uuid(), ...positionRecord.entries })

/** The position of an event, as the list showed it at that moment. Its market is decided, and so it is closed. */
export const toPlacedPositionRecord = ({
  ledger,
  report,
  label,
}: PositionSubject): InferInput<typeof placedPositionRecord> => {
  const [held] = heldPositions({ ledgers: [ledger], reports: report === null ? [] : [report] })
  if (held === undefined) throw new Error(`the event of position ${ledger.svcId} holds no position`)
  const shown = { ...held, title: label?.title ?? null, ticker: label?.ticker ?? null, marketStatus: 'closed' as const }
  return { subaccount_id: ledger.subaccountId, ...toPositionRecord(shown) }
}
