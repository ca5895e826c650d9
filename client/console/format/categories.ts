/** Categories of markets, as the service names them, in the order in which people look for them. */

import type { Market } from '../api/types.ts'

export const CATEGORIES: readonly Market['category'][] = [
  'Politics',
  'Sports',
  'Crypto',
  'Finance',
  'World Affairs',
  'Science & Tech',
  'Entertainment',
  'Weather',
  'Health',
  'Social',
  'Other',
]
