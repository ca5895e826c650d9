/** Titles of all events of a snapshot, in memory: they are few, and an index would make the snapshot larger. */

import * as v from 'valibot'
import type { SnapshotReads } from './snapshot-reads.ts'
import { folded } from './spelling.ts'

/** Events whose title has all words of a text, the last one also as the beginning of a word. */
export type EventTitles = (text: string) => readonly number[]

/** The titles are read for the first search. */
export const eventTitles = (reads: SnapshotReads): EventTitles => {
  let titles: ReadonlyArray<readonly [id: number, words: string]> | null = null
  return (text) => {
    const words = wordsOf(text)
    const last = words.pop()
    if (last === undefined) return []
    titles ??= v
      .parse(TITLES, reads.rows('SELECT id, title FROM event', []))
      .map(({ id, title }) => [id, ` ${wordsOf(title).join(' ')} `])
    const requested = words.map((word) => ` ${word} `)
    return titles
      .filter(([, title]) => title.includes(` ${last}`) && requested.every((word) => title.includes(word)))
      .map(([id]) => id)
  }
}

const TITLES = v.array(v.object({ id: v.number(), title: v.string() }))

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
