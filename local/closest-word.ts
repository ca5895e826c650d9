/** Finds the known word that a misspelt one probably means. */

import { distance } from 'fastest-levenshtein'

/** Null if no word is close enough. */
export const closestWord = (given: string, known: readonly string[]): string | null => {
  const [closest = ''] = known.toSorted((a, b) => distance(given, a) - distance(given, b))
  return distance(given, closest) <= Math.max(2, closest.length / 3) ? closest : null
}
