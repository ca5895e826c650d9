/** What people call a market, as two fields of whatever is about the market. */

import type { InferInput } from 'valibot'
import type { MarketLabel } from '#domain/markets/market-label.ts'
import { nullable } from '../validation/fields/nullable.ts'
import type { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

export const labelFields = { market_title: nullable(string()), exchange_ticker: nullable(string()) }

/** Both null where the label is not known. */
export const toLabelFields = (
  label: MarketLabel | null,
): InferInput<ReturnType<typeof object<typeof labelFields>>> => ({
  market_title: label?.title ?? null,
  exchange_ticker: label?.ticker ?? null,
})
