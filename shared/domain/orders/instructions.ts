/** How an order may trade besides its price and quantity, as its user has asked. */

/** Instructions that the order of a conditional order can have too. */
export interface TriggerInstructions {
  /** Only rests: the exchange refuses the order if it would trade at once. */
  readonly postOnly: boolean
  /** Only makes a position smaller, and never opens or reverses one. */
  readonly reduceOnly: boolean
}

export interface Instructions extends TriggerInstructions {
  /** Leaves the book when its market pauses. */
  readonly cancelOnPause: boolean
}

/** The instructions of an order without any. */
export const NO_INSTRUCTIONS: Instructions = { postOnly: false, reduceOnly: false, cancelOnPause: false }

/** The `cancel_reason` and `reject_code` of an order that may not take, and would have traded at once. */
export const WOULD_CROSS = 'would_cross'

/** The `reject_code` of an order that may only reduce a position, where none is held that other orders do not offer already. */
export const NOTHING_TO_REDUCE = 'nothing_to_reduce'

/** The same in words, for `reject_reason` and the remarks of a preview. */
export const NOTHING_TO_REDUCE_REASON =
  'The order may only reduce a position. The account holds nothing that it could reduce, or other orders offer all of it already.'
