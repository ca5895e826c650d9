/** Reads expressions by DynamoDB's grammar. */

import { invalid } from '../refusal.ts'
import { remembered } from '../remembered.ts'
import { RESERVED_WORDS } from './reserved-words.ts'
import type { Comparator, Condition, Operand, Path, Saying } from './syntax.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Reads a condition. Throws for anything else; `kind` is the expression's name in the request. */
export const parseCondition = (text: string, kind: string): Condition =>
  conditions(`${kind} ${text}`, () => parsed(text, kind, condition))

/** Reads the paths of a projection. */
export const parseProjection = (text: string): readonly Path[] =>
  projections(text, () => parsed(text, 'ProjectionExpression', (reader) => listOf(reader, pathIn)))

/** The service writes some dozen expressions. Others begin anew. */
const MOST_REMEMBERED = 1_000
const conditions = remembered<Condition>(MOST_REMEMBERED)
const projections = remembered<readonly Path[]>(MOST_REMEMBERED)

interface Reader {
  readonly kind: string
  readonly peek: (ahead?: number) => Token
  readonly next: () => Token
  readonly takes: (text: string) => boolean
  readonly wants: (text: string) => void
  readonly fail: () => never
}

const END: Token = { kind: 'end', text: '<EOF>' }

const parsed = <Read>(text: string, kind: string, read: (reader: Reader) => Read): Read => {
  if (text.trim() === '') throw invalid(`Invalid ${kind}: The expression can not be empty;`)
  if (text.length > MOST_CHARACTERS)
    throw invalid(`Invalid ${kind}: Expression size has exceeded the maximum allowed size;`)
  const tokens = tokensOf(text, kind)
  let at = 0
  const peek = (ahead = 0): Token => tokens[at + ahead] ?? END
  const fail = (): never => {
    const near = tokens.slice(Math.max(0, at - 1), at + 2).map((token) => token.text)
    throw invalid(`Invalid ${kind}: Syntax error; token: "${peek().text}", near: "${near.join(' ')}"`)
  }
  const takes = (requested: string): boolean => {
    const { kind: found, text: word } = peek()
    const isTaken = (found === 'name' ? word.toUpperCase() : word) === requested && found !== 'value'
    if (isTaken) at += 1
    return isTaken
  }
  const reader: Reader = {
    kind,
    peek,
    next: () => {
      at += 1
      return tokens[at - 1] ?? END
    },
    takes,
    wants: (needed) => {
      if (!takes(needed)) fail()
    },
    fail,
  }
  const read_ = read(reader)
  if (peek().kind !== 'end') fail()
  return read_
}

const MOST_CHARACTERS = 4_096

const condition = (reader: Reader): Condition => joined(reader, 'OR', 'or', conjunction)
const conjunction = (reader: Reader): Condition => joined(reader, 'AND', 'and', negation)

const joined = (reader: Reader, word: string, kind: 'and' | 'or', part: (reader: Reader) => Condition): Condition => {
  const first = part(reader)
  if (!reader.takes(word)) return first
  const parts = [first, part(reader)]
  while (reader.takes(word)) parts.push(part(reader))
  return { kind, parts }
}

const negation = (reader: Reader): Condition =>
  reader.takes('NOT') ? { kind: 'not', part: negation(reader) } : predicate(reader)

const predicate = (reader: Reader): Condition => {
  if (reader.takes('(')) {
    const inner = condition(reader)
    reader.wants(')')
    return inner
  }
  const called = callIn(reader)
  if (called !== null) return called
  const left = operand(reader)
  if (reader.takes('BETWEEN')) {
    const low = operand(reader)
    reader.wants('AND')
    return { kind: 'between', value: left, low, high: operand(reader) }
  }
  if (reader.takes('IN')) {
    reader.wants('(')
    const among = listOf(reader, operand)
    reader.wants(')')
    return { kind: 'in', value: left, among }
  }
  const by = COMPARATORS.find((sign) => reader.takes(sign))
  return by === undefined ? reader.fail() : { kind: 'compare', by, left, right: operand(reader) }
}

const COMPARATORS: readonly Comparator[] = ['=', '<>', '<=', '<', '>=', '>']
const SAYINGS: readonly Saying[] = ['attribute_type', 'begins_with', 'contains']

/** A function that is a condition; null where none is called. */
const callIn = (reader: Reader): Condition | null => {
  const { kind, text: name } = reader.peek()
  if (kind !== 'name' || reader.peek(1).text !== '(' || name === 'size') return null
  const what = SAYINGS.find((saying) => saying === name)
  const isAboutBeing = name === 'attribute_exists' || name === 'attribute_not_exists'
  if (what === undefined && !isAboutBeing)
    throw invalid(`Invalid ${reader.kind}: Invalid function name; function: ${name}`)
  reader.next()
  reader.wants('(')
  const operands = listOf(reader, operand)
  reader.wants(')')
  const [value, other] = operands
  if (operands.length !== (isAboutBeing ? 1 : 2))
    throw invalid(
      `Invalid ${reader.kind}: Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${operands.length}`,
    )
  if (isAboutBeing) {
    if (value?.kind !== 'path')
      throw invalid(
        `Invalid ${reader.kind}: Operator or function requires a document path; operator or function: ${name}`,
      )
    return { kind: 'exists', path: value.path, is: name === 'attribute_exists' }
  }
  return what === undefined || value === undefined || other === undefined
    ? reader.fail()
    : { kind: 'says', what, value, operand: other }
}

const operand = (reader: Reader): Operand => {
  const { kind, text } = reader.peek()
  if (kind === 'value') return { kind: 'value', name: reader.next().text }
  if (kind === 'name' && text === 'size' && reader.peek(1).text === '(') {
    reader.next()
    reader.wants('(')
    const path = pathIn(reader)
    reader.wants(')')
    return { kind: 'size', path }
  }
  return { kind: 'path', path: pathIn(reader) }
}

const pathIn = (reader: Reader): Path => {
  const path: Array<string | number> = [nameIn(reader)]
  for (;;) {
    if (reader.takes('.')) path.push(nameIn(reader))
    else if (reader.takes('[')) {
      if (reader.peek().kind !== 'index') reader.fail()
      path.push(Number(reader.next().text))
      reader.wants(']')
    } else return path
  }
}

const nameIn = (reader: Reader): string => {
  const { kind, text } = reader.peek()
  if (kind !== 'name' && kind !== 'placeholder') return reader.fail()
  if (kind === 'name' && RESERVED_WORDS.has(text.toUpperCase()))
    throw invalid(
      SYNTAX_WORDS.has(text.toUpperCase())
        ? `Invalid ${reader.kind}: Syntax error; token: "${text}", near: "${text} ${reader.peek(1).text}"`
        : `Invalid ${reader.kind}: Attribute name is a reserved keyword; reserved keyword: ${text}`,
    )
  return reader.next().text
}

const SYNTAX_WORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'BETWEEN', 'IN'])

const listOf = <Part>(reader: Reader, part: (reader: Reader) => Part): readonly Part[] => {
  const parts = [part(reader)]
  while (reader.takes(',')) parts.push(part(reader))
  return parts
}
