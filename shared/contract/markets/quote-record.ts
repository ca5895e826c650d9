/** What many markets show now, as our interface shows it, and how it is asked for. */

import type { InferInput } from 'valibot'
import { type Price, toNumberOrNull } from '#domain/kernel/numbers.ts'
import { type Millis, toIso } from '#domain/kernel/time.ts'
import type { Level } from '#domain/markets/depth.ts'
import { svcId } from '../kernel/svc-id.ts'
import { commaList } from '../validation/fields/comma-list.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

export const quoteRecord = object({
  svc_id: integer(),
  best_bid: nullable(decimal()),
  bid_qty: nullable(decimal()),
  best_ask: nullable(decimal()),
  ask_qty: nullable(decimal()),
  last_price: nullable(decimal()),
  as_of: nullable(datetime()),
  message: nullable(string()),
})

export const quotesReply = object({ quotes: list(quoteRecord) })

export const quotesQuery = object({ svc_ids: commaList(svcId(), { max: 100 }) })

interface Quoted {
  readonly svcId: number
  readonly quote: {
    readonly bid: Level | null
    readonly ask: Level | null
    readonly lastPrice: Price | null
    readonly asOf: Millis
    readonly toldAt?: Millis
  } | null
  readonly message: string | null
}

/** The time is the exchange's own where it gives one. */
export const toQuoteRecord = ({ svcId: id, quote, message }: Quoted): InferInput<typeof quoteRecord> => ({
  svc_id: id,
  best_bid: toNumberOrNull(quote?.bid?.price ?? null),
  bid_qty: toNumberOrNull(quote?.bid?.qty ?? null),
  best_ask: toNumberOrNull(quote?.ask?.price ?? null),
  ask_qty: toNumberOrNull(quote?.ask?.qty ?? null),
  last_price: toNumberOrNull(quote?.lastPrice ?? null),
  as_of: quote === null ? null : toIso(quote.toldAt ?? quote.asOf),
  message,
})
