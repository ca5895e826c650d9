/** Prices, quantities and money: whole numbers of one millionth, so that no float ever decides anything. */

declare const unit: unique symbol

/** A YES price in 1e-6 dollars per contract, 0..1_000_000. */
export type Price = number & { readonly [unit]: 'price' }

/** A number of contracts in 1e-6 contracts, ≥ 0 and ≤ 1e15 (1e9 contracts). */
export type Qty = number & { readonly [unit]: 'qty' }

/** An amount of dollars in 1e-6 dollars, signed. */
export type Money = number & { readonly [unit]: 'money' }

/** One whole: a price of 1.0, a quantity of 1 contract, an amount of 1 dollar. */
export const ONE = 1_000_000

/** The given millionths as a price; throws a RangeError outside 0..1 or when not whole. */
export const price = (millionths: number): Price => {
  if (!Number.isSafeInteger(millionths) || millionths < 0 || millionths > ONE) {
    throw new RangeError(`not a price in millionths: ${millionths}`)
  }
  return millionths as Price
}

/** The given millionths as a quantity; throws a RangeError when negative, not whole or above 1e9 contracts. */
export const qty = (millionths: number): Qty => {
  if (!Number.isSafeInteger(millionths) || millionths < 0 || millionths > ONE * 1e9) {
    throw new RangeError(`not a quantity in millionths: ${millionths}`)
  }
  return millionths as Qty
}

/** The given millionths as money; throws a RangeError when not a safe whole number. */
export const money = (millionths: number): Money => {
  if (!Number.isSafeInteger(millionths)) throw new RangeError(`not money in millionths: ${millionths}`)
  return millionths as Money
}

type Amount = Price | Qty | Money

/** One amount and another of its unit. The range is not checked, as in all arithmetic here: the caller knows that it holds. */
export const add = <N extends Amount>(one: N, other: N): N => (one + other) as N

/** One amount less another of its unit; below 0 where the other is larger. */
export const minus = <N extends Amount>(one: N, other: N): N => (one - other) as N

/** Returns the rest of a quantity; 0 if more is taken than there is. */
export const remaining = (whole: Qty, taken: Qty): Qty => Math.max(0, whole - taken) as Qty

/** The smallest of amounts of one unit. */
export const smallest = <N extends Amount>(first: N, ...others: readonly N[]): N => Math.min(first, ...others) as N

/** The largest of amounts of one unit. */
export const largest = <N extends Amount>(first: N, ...others: readonly N[]): N => Math.max(first, ...others) as N

/** The sum of one amount, or one other number, of each item; 0 without items. */
export const sumOf = <Item, N extends number>(items: readonly Item[], of: (item: Item) => N): N =>
  items.reduce<number>((sum, item) => sum + of(item), 0) as N

/** The NO price of a YES price, and the other way round: the pair pays one dollar whatever happens. */
export const oneMinus = (at: Price): Price => price(ONE - at)

/**
 * Returns the exact cost of `amount` contracts at `at` each, in 1e-12 dollars, so that sums of many fills lose nothing.
 */
export const exactCost = (at: Price, amount: Qty): bigint => BigInt(at) * BigInt(amount)

/** Exact cost ÷ quantity as a price, rounded half up to one millionth; null when nothing was traded. */
export const averagePrice = (cost: bigint, amount: Qty): Price | null =>
  amount === 0 ? null : price(Number((2n * cost + BigInt(amount)) / (2n * BigInt(amount))))

/**
 * Millionths as the JSON number a person reads: 420000 → 0.42. Exact: the quotient is the nearest double there is, which is the one the
 * decimal text reads as, and prints shortest. `+ 0` makes 0 of −0.
 */
export const toNumber = (millionths: number): number => millionths / ONE + 0

/** Converts a number that may be missing. */
export const toNumberOrNull = (millionths: number | null): number | null =>
  millionths === null ? null : toNumber(millionths)

/** Millionths as a decimal text with at least `minDecimals` and at most six decimals: 420000, 2 → "0.42". */
export const toDecimal = (millionths: number, minDecimals = 0): string => {
  const sign = millionths < 0 ? '-' : ''
  const digits = String(Math.abs(millionths)).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '').padEnd(minDecimals, '0')
  return `${sign}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`
}

/** A decimal text with up to six significant decimals as millionths; null when it is anything else. */
export const fromDecimal = (text: string): number | null => {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,12}))?$/.exec(text)
  if (match === null) return null
  const [, sign, whole = '0', fraction = ''] = match
  const millionths = Number(whole) * ONE + Number(fraction.slice(0, 6).padEnd(6, '0'))
  if (/[1-9]/.test(fraction.slice(6)) || !Number.isSafeInteger(millionths)) return null
  return sign === '-' && millionths !== 0 ? -millionths : millionths
}
