/** The middle of a bid and an ask that are close; null if they are far from each other. */

export const middle = (bid: number, ask: number): number | null => (ask - bid <= 0.1 ? (bid + ask) / 2 : null)
