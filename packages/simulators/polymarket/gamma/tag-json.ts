/** Tags as Gamma writes them. */

import type { Tag } from '../catalogue/tags.ts'

export const gammaTagJson = ({ id, label, slug }: Tag) => ({
  id,
  label,
  slug,
  forceShow: false,
  createdAt: '2024-11-13T19:58:34.318Z',
  updatedAt: '2026-03-09T22:21:41.828Z',
  requiresTranslation: false,
})
