/** The exchanges the service trades on, by their names on our interface. */

/** EXCHANGE_A is Kalshi, EXCHANGE_B is Polymarket. */
export const EXCHANGE_NAMES = ['EXCHANGE_A', 'EXCHANGE_B'] as const

export type ExchangeName = (typeof EXCHANGE_NAMES)[number]

/** The number `exchange_value` of a market record shows. */
export const EXCHANGE_VALUES: Readonly<Record<ExchangeName, number>> = { EXCHANGE_A: 1, EXCHANGE_B: 2 }
