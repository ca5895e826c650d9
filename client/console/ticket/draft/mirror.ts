/** The same market seen from NO: a NO at 55¢ is the other side of a YES at 45¢, and bids are asks. */

import type { PriceSteps } from '../../format/price-steps.ts'

export interface Level {
  readonly price: number
  readonly qty: number
}

/** Best price first. */
export interface Book {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

const ONE = 1_000_000

/** The price of the other outcome, exact to a millionth. */
const price = (dollars: number): number => (ONE - Math.round(dollars * ONE)) / ONE

const level = ({ price: dollars, qty }: Level): Level => ({ price: price(dollars), qty })

export const mirror = {
  price,
  /** Null stays null. */
  known: (dollars: number | null): number | null => (dollars === null ? null : price(dollars)),
  book: ({ bids, asks }: Book): Book => ({ bids: asks.map(level), asks: bids.map(level) }),
  steps: (steps: PriceSteps): PriceSteps =>
    steps.map(({ from, to, tick }) => ({ from: price(to), to: price(from), tick })),
}
