/** The order of a list of markets. */

import { type Filters, SORTS } from './use-filters.ts'

interface Props extends Pick<Filters, 'sort' | 'setSort'> {
  /** Without a text no match is better than another. */
  readonly hasText: boolean
}

export const SortSelect = ({ sort, setSort, hasText }: Props) => (
  <select
    class="sort"
    aria-label="Order"
    value={sort === 'best' && !hasText ? 'volume' : sort}
    onChange={({ currentTarget }) => {
      const [next] = SORTS.find(([value]) => value === currentTarget.value) ?? []
      if (next !== undefined) setSort(next === 'volume' && !hasText ? 'best' : next)
    }}
  >
    {SORTS.filter(([value]) => hasText || value !== 'best').map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
)
