/** The fields that say how an order may trade besides its price and quantity. */

import type { Instructions } from '#domain/orders/instructions.ts'
import { boolean } from '../validation/boolean.ts'
import { nullable } from '../validation/nullable.ts'
import { optional } from '../validation/optional.ts'

/** Null like absent, and absent like false. */
export const instructions = () => ({
  post_only: nullable(optional(boolean())),
})

interface Fields {
  readonly post_only?: boolean | null | undefined
}

/** In the domain's words. */
export const toInstructions = ({ post_only }: Fields): Instructions => ({ postOnly: post_only ?? false })
