/** A conditional order of a request. Its type may be missing: then the type is inferred. */

import type { TriggerPriceType } from '../markets/trigger-price.ts'
import type { AskedConditional } from './rules.ts'

export type ConditionalAsked = AskedConditional & { readonly triggerPriceType: TriggerPriceType }
