/** The names of a market for people. Orders and complex orders keep the names at acceptance. */

export interface MarketLabel {
  /** The question of the market, or the name of a custom asset. */
  readonly title: string
  /** The ticker or slug at its exchange; null for a custom asset, and if the exchange has none. */
  readonly ticker: string | null
}

interface Named {
  readonly name: string
  readonly ticker: string | null
  readonly slug: string | null
}

/** The label of a market as the catalogue has it now. */
export const labelOf = ({ name, ticker, slug }: Named): MarketLabel => ({
  title: name,
  ticker: ticker ?? slug,
})

/** The label of a custom asset, which is at no exchange. */
export const assetLabel = (name: string): MarketLabel => ({ title: name, ticker: null })
