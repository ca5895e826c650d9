/** Tags of the exchange as categories of our interface. */

import type { Category } from '#domain/markets/market.ts'

/**
 * Returns the first category below that any tag names, the more particular ones first; else Other. Tags have no order
 * of importance and name many things ("Politics", "Trump", "Middle East").
 */
export const categoryOf = (names: ReadonlyArray<string | null | undefined>): Category => {
  const known = new Set(
    names.map((name) =>
      (name ?? '')
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_&]+/g, '-'),
    ),
  )
  for (const [category, words] of COUNTERPARTS) {
    if (words.some((word) => known.has(word))) return category
  }
  return 'Other'
}

const COUNTERPARTS: ReadonlyArray<readonly [Category, readonly string[]]> = [
  [
    'Sports',
    [
      'sports',
      'games',
      'esports',
      'nba',
      'nfl',
      'nhl',
      'mlb',
      'soccer',
      'football',
      'tennis',
      'golf',
      'ufc',
      'formula-1',
    ],
  ],
  ['Weather', ['weather', 'climate', 'climate-weather', 'climate-science', 'hurricanes', 'temperature', 'global-temp']],
  ['Crypto', ['crypto', 'crypto-prices', 'bitcoin', 'ethereum', 'solana', 'xrp', 'dogecoin', 'nfts', 'airdrops']],
  ['Health', ['health', 'pandemics', 'coronavirus', 'covid', 'covid-19', 'medicine', 'health-and-human-services']],
  ['Social', ['mentions', 'social', 'social-media', 'twitter', 'tweets-markets', 'education']],
  [
    'Science & Tech',
    ['science-tech', 'science', 'tech', 'technology', 'tech-science', 'ai', 'space', 'spacex', 'openai'],
  ],
  [
    'Entertainment',
    ['entertainment', 'pop-culture', 'culture', 'movies', 'music', 'tv', 'awards', 'celebrities', 'oscars'],
  ],
  [
    'Finance',
    ['finance', 'business', 'economy', 'economics', 'economic-policy', 'fed', 'fed-rates', 'stocks', 'commodities'],
  ],
  [
    'World Affairs',
    [
      'geopolitics',
      'world',
      'world-affairs',
      'world-events',
      'middle-east',
      'ukraine',
      'israel',
      'china',
      'war',
      'foreign-policy',
    ],
  ],
  [
    'Politics',
    ['politics', 'elections', 'us-elections', 'us-politics', 'global-elections', 'us-current-affairs', 'trump'],
  ],
]
