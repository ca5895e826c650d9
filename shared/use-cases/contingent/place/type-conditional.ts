/** Infers the type of a conditional order if the request does not name it. A live book is read only if no other fact decides. */

import type { ConditionalType } from '#domain/contingent/conditional.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import { decidingPrice, inferConditionalType, type Untyped } from '#domain/contingent/request/infer-type.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'

export interface TypingContext {
  readonly hasParent: boolean
  /** The limit price of a parent that has not filled; null when it has filled, and when it has no limit. */
  readonly parentPrice: Price | null
  /** Reads the current price; called only if no other fact decides. */
  readonly priceNow: () => Promise<Price | null | Problem>
  /** The place of the conditional order in the request. */
  readonly loc: ReadonlyArray<string | number>
}

/** Returns the type; a problem if it cannot be inferred, or the price cannot be read. */
export const typeConditional = async (
  request: ConditionalRequest,
  context: TypingContext,
): Promise<ConditionalType | Problem> => {
  if (request.subtype !== null) return request.subtype
  // With a parent the trail may be meant for an SL, whose trail belongs in its trigger order.
  if (request.trailAmount !== null && !context.hasParent) return 'STOP'
  if (request.triggerTrailAmount !== null) return 'SL'
  const untyped: Untyped = { ...request, hasParent: context.hasParent }
  const missing = problem(422, 'missing', 'Field required', { loc: [...context.loc, 'conditional_order_type'] })
  if (decidingPrice(untyped) === null) return missing
  const reference = context.parentPrice ?? (await context.priceNow())
  if (isProblem(reference)) return reference
  return inferConditionalType(untyped, reference) ?? missing
}
