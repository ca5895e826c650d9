/** Why nothing can be placed for a while, whatever the order: it says nothing about the order itself. */

/**
 * What takes no orders now.
 * - `exchange_paused`: no market of the exchange does (a mode, a pause).
 * - `exchange_unavailable`: the exchange cannot be reached, or its front door refuses calls.
 * - `market_paused`: only this market does not.
 */
export type Refusing = 'exchange_paused' | 'exchange_unavailable' | 'market_paused'

/** The text as one of these causes; null for any other text. */
export const asRefusing = (reason: string | null): Refusing | null =>
  reason === 'exchange_paused' || reason === 'exchange_unavailable' || reason === 'market_paused' ? reason : null
