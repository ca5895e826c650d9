/**
 * The kind of accounts that a service trades with. A service has one kind. Its data never mixes two. Simulated accounts belong to the
 * simulated exchanges. Paper accounts trade play money on the public data of the real exchanges. Demo accounts belong to the demo
 * environment of an exchange. Production accounts trade real money.
 */
export type AccountKind = 'simulated' | 'paper' | 'demo' | 'production'
