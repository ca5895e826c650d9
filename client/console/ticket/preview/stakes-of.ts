/** Payout, cost and risk of an order, or its proceeds, from the figures of its preview. */

export interface Stakes {
  /** Contracts of the position that it would close, and that it would open. */
  readonly closes: number
  readonly opens: number
  /** The held outcome that it would close. */
  readonly closed: 'Yes' | 'No'
  /** The outcome that it would hold. */
  readonly opened: 'Yes' | 'No'
  /** With fees, what the part that opens can lose: all of it trades at the worst price, and the other outcome comes true. */
  readonly loses: number
  /** Null if the order closes something. */
  readonly opening: {
    /** If the opened outcome comes true. */
    readonly pays: number
    /** With fees, at the prices of now. */
    readonly costs: number
    /** Price of the opened outcome at which it neither gains nor loses, fees included. */
    readonly breakEven: number
  } | null
  /** Proceeds less fees; null if the order opens something. */
  readonly gets: number | null
}

interface Previewed {
  readonly qty: number
  readonly resting_qty: number
  readonly average_price: number | null
  readonly worst_price: number | null
  readonly fee: number
  readonly cash_needed: number
}

/** `position` is the position before the order, above 0 YES. Null if nothing would trade or rest. */
export const stakesOf = (
  { qty, resting_qty, average_price, worst_price, fee, cash_needed }: Previewed,
  buysYes: boolean,
  position: number,
): Stakes | null => {
  const total = qty + resting_qty
  if (total === 0) return null
  const closes = Math.min(total, Math.max(0, buysYes ? -position : position))
  const opens = rounded(total - closes)
  // Without a fee: the price of the outcome that is bought, or of the one that is given away.
  const toBuy = (yes: number): number => (buysYes ? yes : 1 - yes)
  const toSell = (yes: number): number => (buysYes ? 1 - yes : yes)
  const worth = (priced: (yes: number) => number): number =>
    (average_price === null ? 0 : qty * priced(average_price)) +
    (worst_price === null ? 0 : resting_qty * priced(worst_price))
  const costs = rounded(worth(toBuy) + fee)
  return {
    closes: rounded(closes),
    opens,
    closed: buysYes ? 'No' : 'Yes',
    opened: buysYes ? 'Yes' : 'No',
    loses: cash_needed,
    opening: closes > 0 ? null : { pays: total, costs, breakEven: rounded(costs / total) },
    gets: opens > 0 ? null : rounded(worth(toSell) - fee),
  }
}

const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000
