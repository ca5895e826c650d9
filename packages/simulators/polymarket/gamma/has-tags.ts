/** Gamma's filters by tag: a category is a tag on this exchange (Polymarket reference, section 6.1). */

import type { Tag } from '../catalogue/tags.ts'
import { type GammaQuery, invalid } from './query.ts'

export const hasTags = (query: GammaQuery): ((tags: readonly Tag[]) => boolean) => {
  const requested = query.list('tag_id')
  const unwanted = query.list('exclude_tag_id')
  const slug = query.text('tag_slug')
  const match = query.text('tag_match') ?? 'any'
  if (match !== 'any' && match !== 'all') throw invalid('tag_match must be any or all')
  return (tags) => {
    const has = (id: string): boolean => tags.some((tag) => tag.id === id)
    return (
      (requested === undefined || (match === 'all' ? requested.every(has) : requested.some(has))) &&
      (unwanted === undefined || !unwanted.some(has)) &&
      (slug === undefined || tags.some((tag) => tag.slug === slug))
    )
  }
}
