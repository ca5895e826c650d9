/** Cost of `qty` contracts at `price` each, all in millionths, rounded down to a whole millionth. */
export const contractCost = (price: number, qty: number): number => {
  const product = price * qty
  return Number.isSafeInteger(product) ? Math.floor(product / ONE) : Number((BigInt(price) * BigInt(qty)) / BigInt(ONE))
}

/** Cash to set aside for `qty` at `price`: the price of the bought side, never less than its cost. */
export const stake = (buyFlag: boolean, price: number, qty: number): number =>
  buyFlag ? qty - contractCost(ONE - price, qty) : qty - contractCost(price, qty)

/** The part of `amount` that falls on `part` of `whole`, rounded down. */
export const proportion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : part === whole ? amount : Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

/** One whole: a price of 1.0, one contract, one dollar. */
export const ONE = 1_000_000
