/** A position as our interface shows it. */

import type { InferInput } from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { toNumber } from '#domain/kernel/numbers.ts'
import { toIso, toIsoOrNull } from '#domain/kernel/time.ts'
import { MARKET_STATUSES, type MarketStatus } from '#domain/markets/market.ts'
import { type HeldPosition, heldPositions } from '#domain/portfolio/held-position.ts'
import { averageBuyPrice, averageSellPrice } from '#domain/portfolio/position.ts'
import type { PositionSubject } from '#domain/webhooks/event.ts'
import { labelFields } from '../markets/label-record.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { uuid } from '../validation/fields/uuid.ts'

const SETTLEMENTS = ['decided', 'redeemable', 'paid'] as const

const fields = {
  svc_id: integer(),
  exchange_name: enumeration(EXCHANGE_NAMES),
  ...labelFields,
  position: decimal(),
  avg_buy_price: nullable(decimal()),
  avg_sell_price: nullable(decimal()),
  total_qty_bought: decimal(),
  total_qty_sold: decimal(),
  total_fees: decimal(),
  fill_count: integer(),
  first_fill_at: nullable(datetime()),
  last_fill_at: nullable(datetime()),
  mark_price: nullable(decimal()),
  market_value: nullable(decimal()),
  unrealized_pnl: nullable(decimal()),
  realized_pnl: decimal(),
  market_status: nullable(enumeration(MARKET_STATUSES)),
  settlement: nullable(enumeration(SETTLEMENTS)),
  payout: nullable(decimal()),
  as_of: datetime(),
}

export const positionRecord = object(fields)

/** A position outside the list of its subaccount. */
export const placedPositionRecord = object({ subaccount_id: uuid(), ...fields })

interface ListedPosition extends HeldPosition {
  readonly title: string | null
  readonly ticker: string | null
  readonly marketStatus: MarketStatus | null
}

/** Contracts: above 0 holds YES, below 0 holds NO. Averages cover the stored fills and are null where there are none. */
export const toPositionRecord = (one: ListedPosition): InferInput<typeof positionRecord> => ({
  svc_id: one.svcId,
  exchange_name: one.exchange,
  market_title: one.title,
  exchange_ticker: one.ticker,
  position: toNumber(one.position),
  avg_buy_price: numberOrNull(averageBuyPrice(one.fills)),
  avg_sell_price: numberOrNull(averageSellPrice(one.fills)),
  total_qty_bought: toNumber(one.fills.boughtQty),
  total_qty_sold: toNumber(one.fills.soldQty),
  total_fees: toNumber(one.fills.fees),
  fill_count: one.fills.fillCount,
  first_fill_at: toIsoOrNull(one.fills.firstFillAt),
  last_fill_at: toIsoOrNull(one.fills.lastFillAt),
  mark_price: numberOrNull(one.mark),
  market_value: numberOrNull(one.marketValue),
  unrealized_pnl: numberOrNull(one.unrealizedPnl),
  realized_pnl: toNumber(one.realizedPnl),
  market_status: one.marketStatus,
  settlement: one.settlement,
  payout: numberOrNull(one.payout),
  as_of: toIso(one.asOf),
})

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

const numberOrNull = (millionths: number | null): number | null => (millionths === null ? null : toNumber(millionths))
