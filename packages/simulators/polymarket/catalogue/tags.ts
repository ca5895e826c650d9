/** The tags of the invented events: on this exchange a category is a tag (Polymarket reference, section 6.1). */

export interface Tag {
  readonly id: string
  readonly label: string
  readonly slug: string
}

const IDS = {
  Sports: 1,
  Politics: 2,
  Crypto: 21,
  Science: 74,
  Weather: 84,
  Business: 107,
  Finance: 120,
  Elections: 144,
  'US Election': 1101,
  Bitcoin: 235,
  Ethereum: 39,
  'Crypto Prices': 1312,
  Culture: 596,
  Movies: 53,
  Music: 315,
  Awards: 18,
  Tech: 1401,
  AI: 439,
  Soccer: 100350,
  Geopolitics: 100265,
  Economy: 100328,
  Fed: 159,
  Inflation: 702,
  Stocks: 604,
  Commodities: 101031,
  Basketball: 28,
  NBA: 745,
  NFL: 450,
  Tennis: 864,
  World: 101970,
  Health: 102019,
  Space: 436,
  Mentions: 100343,
  Earnings: 1013,
  Games: 100639,
  'Daily Temperature': 103040,
  Recurring: 101757,
} as const

export type TagLabel = keyof typeof IDS

export const tagOf = (label: TagLabel): Tag => ({
  id: String(IDS[label]),
  label,
  slug: label.toLowerCase().replaceAll(' ', '-'),
})
