/** Finds words of an index that are one typo away from a missing word. */

import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'

export interface Spelling {
  /**
   * Corrected spellings of a text, the likeliest first. In each, every word that the index lacks is replaced with an indexed word one typo away. If
   * the index has all words, each word is replaced in turn. Only words of five letters or more are replaced.
   */
  corrections(text: string): readonly string[]
}

/** Shorter words have too many neighbours. */
const SHORTEST = 5
/** A longer text is no word. */
const LONGEST = 24
/** Each word takes about a hundred lookups. */
const MOST_WORDS = 4
const MOST_FOR_A_WORD = 4
const MOST_CORRECTIONS = 12

export const spelling = (database: DatabaseSync): Spelling => {
  database.exec(
    `PRAGMA temp_store = MEMORY; CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'word', 'row')`,
  )
  const find = database.prepare('SELECT doc FROM temp.vocabulary WHERE term = ?')
  const begins = database.prepare('SELECT 1 AS doc FROM temp.vocabulary WHERE term >= ? AND term < ? LIMIT 1')

  /** Number of markets with the word. */
  const uses = (word: string): number => countIn(find.get(word))
  const isBeginning = (word: string): boolean => countIn(begins.get(word, `${word}\u{10FFFF}`)) > 0

  /** Indexed neighbours of a word, the most used first. The last word may be a beginning. */
  const better = (word: string, isLast: boolean): readonly string[] => {
    const near = neighbours(word)
    const whole = near.flatMap((one) => {
      const used = uses(one)
      return used === 0 ? [] : [{ one, used }]
    })
    const found = whole.sort((a, b) => b.used - a.used).map(({ one }) => one)
    return (found.length > 0 || !isLast ? found : near.filter(isBeginning)).slice(0, MOST_FOR_A_WORD)
  }

  return {
    corrections: (text) => {
      const words = text.split(/["\s\0]+/u).filter((word) => word !== '')
      const places = words.flatMap((word, place) => (isWord(folded(word)) ? [place] : []))
      const last = words.length - 1
      const isKnown = (place: number): boolean => {
        const word = folded(words[place] ?? '')
        return place === last ? isBeginning(word) : uses(word) > 0
      }
      const choices = (place: number) => better(folded(words[place] ?? ''), place === last)
      const written = (changes: ReadonlyMap<number, string>): string =>
        words.map((word, place) => changes.get(place) ?? word).join(' ')

      const unknown = places.filter((place) => !isKnown(place))
      if (unknown.length > MOST_WORDS) return []
      if (unknown.length > 0)
        return combined(unknown.map((place) => choices(place).map((word) => [place, word] as const))).map(written)
      return places
        .slice(0, MOST_WORDS)
        .flatMap((place) => choices(place).map((word) => written(new Map([[place, word]]))))
        .slice(0, MOST_CORRECTIONS)
    },
  }
}

/** The form of words in the index: in lower case and without accents. */
export const folded = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const isWord = (word: string): boolean => /^\p{L}+$/u.test(word) && word.length >= SHORTEST && word.length <= LONGEST

/** One choice of each list, first the combinations that take the first of most lists. */
const combined = (
  lists: ReadonlyArray<ReadonlyArray<readonly [number, string]>>,
): readonly ReadonlyMap<number, string>[] => {
  let made: ReadonlyArray<{ readonly changes: ReadonlyMap<number, string>; readonly cost: number }> = [
    { changes: new Map(), cost: 0 },
  ]
  for (const list of lists)
    made = made.flatMap(({ changes, cost }) =>
      list.map((change, place) => ({ changes: new Map([...changes, change]), cost: cost + place })),
    )
  return made
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, MOST_CORRECTIONS)
    .map(({ changes }) => changes)
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** All texts one typo away: two letters swapped, one too many, one missing, one wrong. */
const neighbours = (word: string): readonly string[] => {
  const letters = [...word]
  const near = new Set<string>()
  for (let place = 0; place <= letters.length; place += 1) {
    const [before, after] = [letters.slice(0, place).join(''), letters.slice(place + 1).join('')]
    const here = letters[place]
    for (const letter of LETTERS) near.add(before + letter + (here ?? '') + after)
    if (here === undefined) continue
    near.add(before + after)
    for (const letter of LETTERS) near.add(before + letter + after)
    const next = letters[place + 1]
    if (next !== undefined) near.add(before + next + here + letters.slice(place + 2).join(''))
  }
  near.delete(word)
  return [...near]
}

const COUNTED = v.object({ doc: v.number() })
const countIn = (row: unknown): number => (row === undefined ? 0 : v.parse(COUNTED, row).doc)
