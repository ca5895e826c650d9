/** Words of a text as a query of FTS5, in which no part of the text acts as an operator. */

/** Null if the text has no word, only signs. Every word has to occur; the last one also as the beginning of a word. */
export const ftsQuery = (text: string): string | null => {
  const words = wordsOf(text)
  const last = words.at(-1)
  if (last === undefined) return null
  const whole = new Set(words.slice(0, -1).map((word) => word.toLowerCase()))
  return [...[...whole].map((word) => `"${word}"`), `"${last}" *`].join(' ')
}

/** Finds all words of the text as whole words, in name or tags. Null if the text has no word. */
export const wholeWords = (text: string): string | null => {
  const words = new Set(wordsOf(text).map((word) => word.toLowerCase()))
  return words.size === 0 ? null : `{name tags} : (${[...words].map((word) => `"${word}"`).join(' ')})`
}

/** A quote would end the quoting, and SQLite ends a text at a NUL. */
const wordsOf = (text: string): readonly string[] =>
  text.split(/["\s\0]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))

/** Replaces every sign with a space, so that parts of a word match anywhere; null if that changes nothing. */
export const withoutSigns = (text: string): string | null => {
  const plain = text.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()
  return plain === '' || plain === text.replaceAll(/\s+/gu, ' ').trim() ? null : plain
}
