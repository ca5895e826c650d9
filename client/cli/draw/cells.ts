/** Cells that several tables have. */

/** A time to the second, in UTC. */
export const timeCell = (iso: string): string => iso.replace('T', ' ').slice(0, 19)

interface Named {
  readonly svc_id: number | null
  readonly market_title: string | null
  readonly exchange_ticker: string | null
}

/** The question of a market or the name of a custom asset, shortened; else its ticker, else its number. */
export const marketCell = ({ market_title, exchange_ticker, svc_id }: Named): string => {
  return shortened(market_title ?? exchange_ticker ?? String(svc_id ?? ''), 32)
}

/** A text in so many letters. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text
