/**
 * The kind of accounts that a service trades with. A service has one kind. Its data never mixes two. Simulated accounts belong to the
 * simulated exchanges. Paper accounts trade play money on the public data of the real exchanges. Demo accounts belong to the demo
 * environment of an exchange. Production accounts trade real money.
 */
export const ACCOUNT_KINDS = ['simulated', 'paper', 'demo', 'production'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** Markets that a service reads: simulated, real, or of an exchange's demo environment. */
export const MARKETS_KINDS = ['simulated', 'live', 'demo'] as const
export type MarketsKind = (typeof MARKETS_KINDS)[number]

const MARKETS: Readonly<Record<AccountKind, MarketsKind>> = {
  simulated: 'simulated',
  paper: 'live',
  demo: 'demo',
  production: 'live',
}

/** The markets that accounts of a kind trade on. */
export const marketsOf = (accounts: AccountKind): MarketsKind => MARKETS[accounts]
