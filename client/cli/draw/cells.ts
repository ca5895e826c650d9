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
  const name = market_title ?? exchange_ticker ?? String(svc_id ?? '')
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1).trimEnd()}…` : name
}

const LONGEST = 32
