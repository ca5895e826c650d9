/** The usual allowance of the service beyond the needed level, in dollars. */
export const USUAL_SLIPPAGE = 0.02
