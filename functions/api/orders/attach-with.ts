/** Gives orders the function that makes their conditional orders. */

import { type AttachConditionalsDeps, attachConditionals } from '#use-cases/contingent/place/attach-conditionals.ts'
import type { Attach } from '#use-cases/orders/attach.ts'

/** The deps, with `attach` beside them. */
export const attachWith = <Deps extends AttachConditionalsDeps>(deps: Deps): Deps & { readonly attach: Attach } => ({
  ...deps,
  attach: (order, markets, asked) => attachConditionals(deps, order, markets, asked),
})
