/** Titles of all events of a snapshot, in memory: they are few, and an index would make the snapshot larger. */

import * as v from 'valibot'
import type { SnapshotReads } from './snapshot-reads.ts'
import { folded } from './spelling.ts'

/** Events whose title has all words of a text. */
interface TitledEvents {
  /** Titles that have each word as a whole. */
  readonly whole: readonly number[]
  /** Titles that have the last word as the beginning of a word, or as a whole. */
  readonly begun: readonly number[]
}

export type EventTitles = (text: string) => TitledEvents

/** The titles are read for the first search. */
export const eventTitles = (reads: SnapshotReads): EventTitles => {
  let titles: ReadonlyArray<readonly [id: number, words: string]> | null = null
  return (text) => {
    const words = wordsOf(text)
    const last = words.pop()
    if (last === undefined) return { whole: [], begun: [] }
    titles ??= v
      .parse(TITLES, reads.rows('SELECT id, title FROM event', []))
      .map(({ id, title }) => [id, ` ${wordsOf(title).join(' ')} `])
    const requested = words.map((word) => ` ${word} `)
    const begun = titles.filter(
      ([, title]) => title.includes(` ${last}`) && requested.every((word) => title.includes(word)),
    )
    const whole = begun.filter(([, title]) => title.includes(` ${last} `))
    return { whole: whole.map(([id]) => id), begun: begun.map(([id]) => id) }
  }
}

const TITLES = v.array(v.object({ id: v.number(), title: v.string() }))

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
