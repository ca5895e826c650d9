/** Dollars: `$1,234.50`, `–` for an unknown amount. */

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 2 })
const FINE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const WHOLE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const SHORT = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})

/** In whole cents. An amount under ten cents, such as a fee, shows up to four digits after the point. */
export const money = (amount: number | null | undefined): string => {
  if (amount === null || amount === undefined) return '–'
  return (Math.abs(amount) < 0.1 ? FINE : DOLLARS).format(amount).replace('-', '−')
}

/** With a sign, and in whole cents: `+$3.20`. */
export const gain = (amount: number | null | undefined): string =>
  amount === null || amount === undefined
    ? '–'
    : `${amount >= 0.005 ? '+' : ''}${DOLLARS.format(Math.abs(amount) < 0.005 ? 0 : amount).replace('-', '−')}`

/** Whole dollars, and large amounts in short: `$607`, `$1.2M`. */
export const shortMoney = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '–' : (Math.abs(amount) < 1_000 ? WHOLE : SHORT).format(amount)
