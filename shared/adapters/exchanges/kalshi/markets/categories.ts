/** Categories of the exchange as those of our interface. */

import type { Category } from '#domain/markets/market.ts'

/** Returns the category of the first name that has one, else Other. */
export const categoryOf = (names: ReadonlyArray<string | null | undefined>): Category => {
  for (const name of names) {
    const category = COUNTERPARTS.get(name?.trim().toLowerCase() ?? '')
    if (category !== undefined) return category
  }
  return 'Other'
}

const COUNTERPARTS: ReadonlyMap<string, Category> = new Map([
  ['sports', 'Sports'],
  ['crypto', 'Crypto'],
  ['politics', 'Politics'],
  ['elections', 'Politics'],
  ['economics', 'Finance'],
  ['financials', 'Finance'],
  ['finance', 'Finance'],
  ['companies', 'Finance'],
  ['commodities', 'Finance'],
  ['entertainment', 'Entertainment'],
  ['culture', 'Entertainment'],
  ['science and technology', 'Science & Tech'],
  ['science & tech', 'Science & Tech'],
  ['technology', 'Science & Tech'],
  ['tech & science', 'Science & Tech'],
  ['climate and weather', 'Weather'],
  ['climate', 'Weather'],
  ['weather', 'Weather'],
  ['world', 'World Affairs'],
  ['world affairs', 'World Affairs'],
  ['health', 'Health'],
  ['social', 'Social'],
  ['mentions', 'Social'],
  ['education', 'Social'],
])
