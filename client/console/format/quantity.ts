/** A number of contracts: `1,250`, `0.5`. */

const PLAIN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

export const quantity = (qty: number | null | undefined): string =>
  qty === null || qty === undefined ? '–' : PLAIN.format(qty).replace('-', '−')
