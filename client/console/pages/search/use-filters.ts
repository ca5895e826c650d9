/** The choices of the list of markets. The address keeps them. */

import type { ExchangeName, Market } from '../../api/types.ts'
import { CATEGORIES } from '../../format/categories.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { useChoice } from '../../shell/navigation/use-choice.ts'

type View = 'markets' | 'events'
type Where = ExchangeName | 'all'
type Kind = Market['category'] | 'all'
type Sort = 'best' | 'volume' | 'change' | 'ends_soon' | 'new'

export const VIEWS: readonly (readonly [View, string])[] = [
  ['markets', 'Markets'],
  ['events', 'Events'],
]

export const EXCHANGE_CHOICES: readonly (readonly [Where, string])[] = [
  ['all', 'All'],
  ['EXCHANGE_A', EXCHANGES.EXCHANGE_A],
  ['EXCHANGE_B', EXCHANGES.EXCHANGE_B],
]

export const CATEGORY_CHOICES: readonly (readonly [Kind, string])[] = [
  ['all', 'All'],
  ...CATEGORIES.map((category) => [category, category] as const),
]

export const SORTS: readonly (readonly [Sort, string])[] = [
  ['best', 'Best match'],
  ['volume', 'Most traded'],
  ['change', 'Biggest moves'],
  ['ends_soon', 'Ends soon'],
  ['new', 'New'],
]

export const useFilters = (q: string) => {
  const [view, setView] = useChoice<View>('view', 'markets', VIEWS)
  const [where, setWhere] = useChoice<Where>('exchange', 'all', EXCHANGE_CHOICES)
  const [kind, setKind] = useChoice<Kind>('category', 'all', CATEGORY_CHOICES)
  const [sort, setSort] = useChoice<Sort>('sort', 'best', SORTS)
  /** Filters of both lists, as the service takes them. */
  const query = {
    ...(q === '' ? {} : { q }),
    ...(where === 'all' ? {} : { exchange_name: where }),
    ...(kind === 'all' ? {} : { category: kind }),
  }
  return { view, setView, where, setWhere, kind, setKind, sort, setSort, query }
}

export type Filters = ReturnType<typeof useFilters>
