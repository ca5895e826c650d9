/** The fields that say how an order may trade besides its price and quantity. */

import type { Instructions, TriggerInstructions } from '#domain/orders/instructions.ts'
import { boolean } from '../validation/fields/boolean.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { optional } from '../validation/fields/optional.ts'

/** Instructions of a trigger order. Null like absent, and absent like false. */
export const triggerInstructions = () => ({
  post_only: nullable(optional(boolean())),
  reduce_only: nullable(optional(boolean())),
})

/** Instructions of an order, read alike. */
export const instructions = () => ({
  ...triggerInstructions(),
  cancel_on_pause: nullable(optional(boolean())),
})

interface TriggerFields {
  readonly post_only?: boolean | null | undefined
  readonly reduce_only?: boolean | null | undefined
}

interface Fields extends TriggerFields {
  readonly cancel_on_pause?: boolean | null | undefined
}

/** In the domain's words. */
export const toTriggerInstructions = ({ post_only, reduce_only }: TriggerFields): TriggerInstructions => ({
  postOnly: post_only ?? false,
  reduceOnly: reduce_only ?? false,
})

/** Instructions of an order in the domain's words. */
export const toInstructions = (fields: Fields): Instructions => ({
  ...toTriggerInstructions(fields),
  cancelOnPause: fields.cancel_on_pause ?? false,
})
