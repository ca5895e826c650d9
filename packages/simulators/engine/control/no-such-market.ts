/** Answer of the control API for an unknown market. */

/** `name`: what this exchange calls a market by. */
export const noSuchMarket = (name: 'ticker' | 'condition_id', given: string): string =>
  `${BEGINNING}the ${name} "${given}" here.`

export const isNoSuchMarket = (words: string): boolean => words.startsWith(BEGINNING)

const BEGINNING = 'There is no market with '
