/** The exchanges the service trades on, by their names on our interface. How each behaves: `domain/exchanges`. */

export const EXCHANGE_NAMES = ['EXCHANGE_A', 'EXCHANGE_B'] as const

export type ExchangeName = (typeof EXCHANGE_NAMES)[number]
