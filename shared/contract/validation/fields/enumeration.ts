import type { Fault } from '../fault.ts'
import { type FieldSchema, field } from '../field.ts'

/** One of the given words. Upper and lower case count, as in Pydantic; the fault lists all words. */
export const enumeration = <const Word extends string>(words: readonly Word[]): FieldSchema<Word, Word> => {
  const expected = listed(words.map((word) => `'${word}'`))
  const fault: Fault = { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } }
  return field('enumeration', { type: 'string', enum: [...words] }, (value) => {
    return words.find((word) => word === value) ?? fault
  })
}

/** `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
