/** Adds the function that makes the conditional orders of a new order. */

import { type AttachConditionalsDeps, attachConditionals } from '#use-cases/contingent/place/attach-conditionals.ts'
import type { Attach } from '#use-cases/orders/attach.ts'

/** Returns the dependencies with `attach` beside them. */
export const attachWith = <Deps extends AttachConditionalsDeps>(deps: Deps): Deps & { readonly attach: Attach } => ({
  ...deps,
  attach: (order, markets, requested) => attachConditionals(deps, order, markets, requested),
})
