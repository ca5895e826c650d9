/** JSON text as Python's `json.loads` reads it: the same faults at the same offsets, numbers without loss. */

import { jsonNumber } from './fields/json-number.ts'

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string; readonly offset: number }

/** Bytes are read as UTF-8. Objects come without a prototype, so that `__proto__` is a key like any other. */
export const parseJson = (source: string | Uint8Array): JsonReading => {
  const text = typeof source === 'string' ? source.replace(/^\uFEFF/, '') : decode(source)
  if (text === null) return { ok: false, error: 'Invalid UTF-8', offset: 0 }
  try {
    return { ok: true, value: readDocument({ text, at: 0, depth: 0 }) }
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
    return { ok: false, error: fault.message, offset: countCharacters(text, fault.at) }
  }
}

class JsonFault extends Error {
  readonly at: number
  constructor(error: string, at: number) {
    super(error)
    this.at = at
  }
}

interface Cursor {
  readonly text: string
  at: number
  depth: number
}

/** About where Python gives up too; nothing in our interface is deeper than six. */
const MAX_DEPTH = 1_000

const decode = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Python counts characters, JavaScript UTF-16 halves. */
const countCharacters = (text: string, end: number): number => {
  let count = 0
  for (let at = 0; at < end; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return count
}

const readDocument = (cursor: Cursor): unknown => {
  skipSpace(cursor)
  const value = readValue(cursor)
  skipSpace(cursor)
  if (cursor.at < cursor.text.length) throw new JsonFault('Extra data', cursor.at)
  return value
}

const skipSpace = (cursor: Cursor): void => {
  while (' \t\n\r'.includes(cursor.text[cursor.at] ?? 'end')) cursor.at++
}

const WORDS: ReadonlyArray<readonly [string, unknown]> = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]

const readValue = (cursor: Cursor): unknown => {
  const { text, at } = cursor
  const first = text[at]
  if (first === '"') return readString(cursor)
  if (first === '{') return nested(cursor, readObject)
  if (first === '[') return nested(cursor, readList)
  for (const [word, value] of WORDS) {
    if (!text.startsWith(word, at)) continue
    cursor.at += word.length
    return value
  }
  return readNumber(cursor)
}

const nested = (cursor: Cursor, read: (cursor: Cursor) => unknown): unknown => {
  if (++cursor.depth > MAX_DEPTH) throw new JsonFault('Recursion limit exceeded', cursor.at)
  cursor.at++
  skipSpace(cursor)
  const value = read(cursor)
  cursor.depth--
  return value
}

const readNumber = (cursor: Cursor): unknown => {
  const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
  literal.lastIndex = cursor.at
  const match = literal.exec(cursor.text)
  if (match === null) throw new JsonFault('Expecting value', cursor.at)
  cursor.at = literal.lastIndex
  return jsonNumber(match[0])
}

const readObject = (cursor: Cursor): unknown => {
  const object: Record<string, unknown> = Object.create(null)
  if (took(cursor, '}')) return object
  do {
    skipSpace(cursor)
    if (cursor.text[cursor.at] !== '"')
      throw new JsonFault('Expecting property name enclosed in double quotes', cursor.at)
    const key = readString(cursor)
    skipSpace(cursor)
    if (!took(cursor, ':')) throw new JsonFault("Expecting ':' delimiter", cursor.at)
    skipSpace(cursor)
    object[key] = readValue(cursor)
    skipSpace(cursor)
  } while (took(cursor, ','))
  if (!took(cursor, '}')) throw new JsonFault("Expecting ',' delimiter", cursor.at)
  return object
}

const readList = (cursor: Cursor): unknown => {
  const list: unknown[] = []
  if (took(cursor, ']')) return list
  do {
    skipSpace(cursor)
    list.push(readValue(cursor))
    skipSpace(cursor)
  } while (took(cursor, ','))
  if (!took(cursor, ']')) throw new JsonFault("Expecting ',' delimiter", cursor.at)
  return list
}

const took = (cursor: Cursor, character: string): boolean => {
  if (cursor.text[cursor.at] !== character) return false
  cursor.at++
  return true
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

const readString = (cursor: Cursor): string => {
  const { text } = cursor
  const begin = cursor.at++
  let value = ''
  for (;;) {
    // Everything but a quote, a backslash and control characters.
    const plain = /[ !#-[\]-\uffff]*/y
    plain.lastIndex = cursor.at
    value += plain.exec(text)?.[0] ?? ''
    cursor.at = plain.lastIndex
    if (took(cursor, '"')) return value
    const escaped = text[cursor.at + 1]
    if (cursor.at >= text.length) throw new JsonFault('Unterminated string starting at', begin)
    if (text[cursor.at] !== '\\') throw new JsonFault('Invalid control character at', cursor.at)
    if (escaped === undefined) throw new JsonFault('Unterminated string starting at', begin)
    value += escaped === 'u' ? readCodeUnit(cursor) : readEscape(cursor, escaped)
  }
}

const readEscape = (cursor: Cursor, escaped: string): string => {
  const character = Object.hasOwn(ESCAPES, escaped) ? ESCAPES[escaped] : undefined
  if (character === undefined) throw new JsonFault('Invalid \\escape', cursor.at)
  cursor.at += 2
  return character
}

const readCodeUnit = (cursor: Cursor): string => {
  const hex = cursor.text.slice(cursor.at + 2, cursor.at + 6)
  // Python wants one more character behind the four digits, even where the string ends too early anyway.
  if (!/^[0-9a-f]{4}$/i.test(hex) || cursor.at + 6 >= cursor.text.length) {
    throw new JsonFault('Invalid \\uXXXX escape', cursor.at + 1)
  }
  cursor.at += 6
  return String.fromCharCode(Number.parseInt(hex, 16))
}
