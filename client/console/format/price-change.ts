/** A change of a price, in cents with its sign: `+2.5¢`, `0¢`, `–` where it is not known. */

export const priceChange = (change: number | null): string => {
  if (change === null) return '–'
  const cents = Number((change * 100).toFixed(1))
  return `${cents > 0 ? '+' : ''}${String(cents).replace('-', '−')}¢`
}
