/** The meaning of each field and parameter. The notes are beside the schemas, in files named `…-notes.ts`. */

import { accountNotes } from '../accounts/account-notes.ts'
import { customAssetNotes } from '../baskets/custom-asset-notes.ts'
import { complexOrderNotes } from '../contingent/complex-order-notes.ts'
import { hookNotes } from '../hooks/hook-notes.ts'
import { commonNotes } from '../kernel/common-notes.ts'
import { marketNotes } from '../markets/market-notes.ts'
import { priceNotes } from '../markets/price-notes.ts'
import { orderNotes } from '../orders/order-notes.ts'
import { portfolioNotes } from '../portfolio/portfolio-notes.ts'
import { riskNotes } from '../risk/risk-notes.ts'
import { streamNotes } from '../streams/stream-notes.ts'
import { webhookNotes } from '../webhooks/webhook-notes.ts'

/** Each note by the name of its field; by `Schema.field` or `operation.parameter` if a name means something else in one place. */
export const NOTES: ReadonlyArray<Readonly<Record<string, string>>> = [
  commonNotes,
  accountNotes,
  customAssetNotes,
  complexOrderNotes,
  marketNotes,
  priceNotes,
  orderNotes,
  portfolioNotes,
  riskNotes,
  streamNotes,
  webhookNotes,
  hookNotes,
]

export const FIELD_NOTES: Readonly<Record<string, string>> = Object.fromEntries(
  NOTES.flatMap((notes) => Object.entries(notes)),
)
