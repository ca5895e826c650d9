/** Quotes of many markets as our interface shows them, and their query. */

import type { Price } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Level } from '#domain/markets/depth.ts'
import { amountOrNull, instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { commaList } from '../validation/fields/comma-list.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

interface Quoted {
  readonly svcId: number
  readonly quote: {
    readonly bid: Level | null
    readonly ask: Level | null
    readonly lastPrice: Price | null
    readonly asOf: Millis
    readonly statedAt?: Millis
  } | null
  readonly message: string | null
}

/** The time is the exchange's own where it gives one. */
export const { schema: quoteRecord, write: toQuoteRecord } = recordOf<[Quoted]>()({
  svc_id: [svcId(), (one) => one.svcId],
  best_bid: amountOrNull(({ quote }) => quote?.bid?.price ?? null),
  bid_qty: amountOrNull(({ quote }) => quote?.bid?.qty ?? null),
  best_ask: amountOrNull(({ quote }) => quote?.ask?.price ?? null),
  ask_qty: amountOrNull(({ quote }) => quote?.ask?.qty ?? null),
  last_price: amountOrNull(({ quote }) => quote?.lastPrice ?? null),
  as_of: instantOrNull(({ quote }) => quote?.statedAt ?? quote?.asOf ?? null),
  message: [nullable(string()), ({ message }) => message],
})

export const quotesReply = object({ quotes: list(quoteRecord) })

export const quotesQuery = object({ svc_ids: commaList(svcId(), { max: 100 }) })
