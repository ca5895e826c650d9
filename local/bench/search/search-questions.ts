/** Queries of the search benchmark: several of each kind, with words that occur in the catalogue. */

import type { Market } from '#domain/markets/market.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { MarketFilter } from '#ports/markets/market-index.ts'
import { COMMON_WORD } from './generated-catalogue.ts'

export interface SearchQuestion {
  readonly filter: MarketFilter
  readonly page: Page
}

const FIRST = { limit: 20, offset: 0 }

export const searchQuestions = (catalogue: Iterable<Market>, count: number) => {
  const names: (readonly string[])[] = []
  let place = 0
  for (const market of catalogue) if (place++ % Math.ceil(count / 100) === 0) names.push(market.name.split(' '))
  // `Will <name> <name> reach <number> in the <word> <word> <word> …`: see newMarket.
  const about = (text: (words: readonly string[]) => string, page: Page = FIRST): readonly SearchQuestion[] =>
    names.map((words) => ({ filter: { text: text(words), status: 'active' }, page }))
  const browse = (page: Page): readonly SearchQuestion[] =>
    (['EXCHANGE_A', 'EXCHANGE_B'] as const).map((exchange) => ({
      filter: { status: 'active', exchange, category: 'Sports' },
      page,
    }))
  return [
    { what: 'a rare word', ask: about((words) => words[1] ?? '') },
    { what: 'a word in a third of all markets', ask: about(() => COMMON_WORD) },
    { what: 'a word in all markets', ask: about(() => 'will') },
    { what: 'two words', ask: about((words) => `${words[7]} ${COMMON_WORD}`) },
    { what: 'the beginning of a word', ask: about((words) => (words[1] ?? '').slice(0, 3)) },
    { what: 'filters only', ask: browse(FIRST) },
    { what: 'filters only, page in the depth', ask: browse({ limit: 20, offset: Math.floor(count / 20) }) },
    {
      what: 'a word in a third, page in the depth',
      ask: about(() => COMMON_WORD, { limit: 20, offset: Math.floor(count / 5) }),
    },
  ] as const satisfies ReadonlyArray<{ readonly what: string; readonly ask: readonly SearchQuestion[] }>
}
