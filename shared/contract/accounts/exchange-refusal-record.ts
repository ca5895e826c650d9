/** An exchange that refuses all orders or all cancels, as our interface shows it. */

import type { InferInput } from 'valibot'
import { type ExchangeRefusal, REFUSED_CALLS } from '#domain/exchanges/exchange-refusal.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { toIso } from '#domain/kernel/time.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

export const exchangeRefusalRecord = object({
  exchange: enumeration(EXCHANGE_NAMES),
  calls: enumeration(REFUSED_CALLS),
  since: datetime(),
  refused_at: datetime(),
  tried_again_at: datetime(),
  reason: string(),
})

/** `tried_again_at` is the moment from which one call is let through again. */
export const toExchangeRefusalRecord = (refusal: ExchangeRefusal): InferInput<typeof exchangeRefusalRecord> => ({
  exchange: refusal.exchange,
  calls: refusal.calls,
  since: toIso(refusal.since),
  refused_at: toIso(refusal.refusedAt),
  tried_again_at: toIso(refusal.probeAt),
  reason: refusal.reason,
})
