/** An exchange that refuses all orders or all cancels, as our interface shows it. */

import { type ExchangeRefusal, REFUSED_CALLS } from '#domain/exchanges/exchange-refusal.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { string } from '../validation/fields/string.ts'

/** `tried_again_at` is the moment from which one call is let through again. */
export const { schema: exchangeRefusalRecord, write: toExchangeRefusalRecord } = recordOf<[ExchangeRefusal]>()({
  exchange: [enumeration(EXCHANGE_NAMES), (refusal) => refusal.exchange],
  calls: [enumeration(REFUSED_CALLS), (refusal) => refusal.calls],
  since: instant((refusal) => refusal.since),
  refused_at: instant((refusal) => refusal.refusedAt),
  tried_again_at: instant((refusal) => refusal.probeAt),
  reason: [string(), (refusal) => refusal.reason],
})
