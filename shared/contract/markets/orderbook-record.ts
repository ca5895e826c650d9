/** The orderbook of a market as our interface shows it, and how it is asked for. */

import type { InferInput } from 'valibot'
import { toNumber } from '#domain/kernel/numbers.ts'
import { type Millis, toIso } from '#domain/kernel/time.ts'
import type { Depth, Level } from '#domain/markets/depth.ts'
import { svcId } from '../kernel/svc-id.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const orderbookQuery = object({ levels: withDefault(integer({ ge: 1, le: 10 }), 10) })

const level = object({ price: decimal(), qty: decimal() })

export const orderbookRecord = object({
  status: enumeration(['ok']),
  orderbook: object({
    bids: list(level),
    asks: list(level),
    best_bid_price: nullable(decimal()),
    best_ask_price: nullable(decimal()),
    svc_id: nullable(svcId()),
    custom_asset_id: nullable(uuid()),
    exchange_timestamp: datetime(),
    as_of: datetime(),
  }),
  message: nullable(string()),
})

interface Book extends Depth {
  readonly at: Millis
}

/** The best `levels` of each side; bids descend, asks ascend. */
export const toOrderbookRecord = (svcId: number, book: Book, levels: number): InferInput<typeof orderbookRecord> =>
  bookRecord({ svc_id: svcId, custom_asset_id: null }, book, levels, null)

/** The same of a custom asset; `message` says what the book leaves out. */
export const toBasketBookRecord = (
  customAssetId: string,
  book: Book & { readonly message: string | null },
  levels: number,
): InferInput<typeof orderbookRecord> =>
  bookRecord({ svc_id: null, custom_asset_id: customAssetId }, book, levels, book.message)

const bookRecord = (
  of: { readonly svc_id: number | null; readonly custom_asset_id: string | null },
  book: Book,
  levels: number,
  message: string | null,
): InferInput<typeof orderbookRecord> => {
  const bids = book.bids.slice(0, levels).map(toLevel)
  const asks = book.asks.slice(0, levels).map(toLevel)
  return {
    status: 'ok',
    orderbook: {
      bids,
      asks,
      best_bid_price: bids[0]?.price ?? null,
      best_ask_price: asks[0]?.price ?? null,
      ...of,
      exchange_timestamp: toIso(book.at),
      as_of: toIso(book.at),
    },
    message,
  }
}

const toLevel = ({ price, qty }: Level): InferInput<typeof level> => ({ price: toNumber(price), qty: toNumber(qty) })
