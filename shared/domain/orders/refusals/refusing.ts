/** Why nothing can be placed for a while, whatever the order: it says nothing about the order itself. */

/**
 * The causes for which no orders are accepted now:
 * - `exchange_paused`: all markets of the exchange are paused.
 * - `exchange_unavailable`: the exchange cannot be reached.
 * - `exchange_refuses`: it refuses every order of every account (its region is blocked, or its front door answers).
 * - `market_paused`: only this market is paused.
 */
const REFUSING = ['exchange_paused', 'exchange_unavailable', 'exchange_refuses', 'market_paused'] as const
export type Refusing = (typeof REFUSING)[number]

/** The `cancel_reason` of an order that ends because of it, with the exchange's words behind `exchange_refuses`. */
export const endedBy = (refusing: Refusing, words: string): string =>
  refusing === 'exchange_refuses' ? `${refusing}: ${words}` : refusing

/** The cause that a `cancel_reason` names; null for any other text. */
export const asRefusing = (reason: string | null): Refusing | null =>
  REFUSING.find((one) => one === reason || reason?.startsWith(`${one}: `)) ?? null
