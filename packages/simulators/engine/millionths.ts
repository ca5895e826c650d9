/** Prices, quantities and money: whole numbers of one millionth. */

const ONE = 1_000_000

/** The JSON number: 420000 → 0.42. The division is exact, and `+ 0` makes 0 of −0. */
export const toNumber = (millionths: number): number => millionths / ONE + 0

/** Decimal text with at least `minDecimals` and at most six decimals: 420000, 2 → "0.42". */
export const toDecimal = (millionths: number, minDecimals = 0): string => {
  const sign = millionths < 0 ? '-' : ''
  const digits = String(Math.abs(millionths)).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '').padEnd(minDecimals, '0')
  return `${sign}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Millionths of decimal text with up to six significant decimals; null for any other text. */
export const fromDecimal = (text: string): number | null => {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,12}))?$/.exec(text)
  if (match === null) return null
  const [, sign, whole = '0', fraction = ''] = match
  const millionths = Number(whole) * ONE + Number(fraction.slice(0, 6).padEnd(6, '0'))
  if (/[1-9]/.test(fraction.slice(6)) || !Number.isSafeInteger(millionths)) return null
  return sign === '-' && millionths !== 0 ? -millionths : millionths
}
