/** A conditional order as a request describes it. */

import type { Price } from '../../kernel/numbers.ts'
import type { TriggerPriceType } from '../../markets/trigger-price.ts'
import type { ConditionalType, TriggerOrder } from '../conditional.ts'

export interface ConditionalRequest {
  /** Null if the request does not name the type, and until the type is inferred. */
  readonly subtype: ConditionalType | null
  readonly stopPrice: Price | null
  /** Distance of a trailing STOP from the best price. */
  readonly trailAmount: Price | null
  /** Distance of the trailing stop that an SL arms. */
  readonly triggerTrailAmount: Price | null
  /** Name of the link group, within the subaccount and the instrument. */
  readonly linkId: string | null
  /** The quantity follows the position. `trigger.qty` is then 0, unless the request has a quantity. */
  readonly protect: boolean
  readonly triggerPriceType: TriggerPriceType
  readonly trigger: TriggerOrder
}

/** The distance of a trailing stop, wherever the request has it; null for a stop that does not trail. */
export const trailAmountOf = ({
  trailAmount,
  triggerTrailAmount,
}: Pick<ConditionalRequest, 'trailAmount' | 'triggerTrailAmount'>): Price | null => trailAmount ?? triggerTrailAmount
