/** The part of a partition that a query requests. */

import { bytesOf } from '../compare-values.ts'
import type { Value } from '../item-size.ts'
import { invalid } from '../refusal.ts'
import type { Bound } from '../table-rows.ts'
import { type KeyColumn, type Keys, type KeyType, keyColumn, type TableSchema } from '../table-schema.ts'
import type { Bindings } from './bindings.ts'
import { parseCondition } from './parse.ts'
import { refuseReversed } from './predicate.ts'
import type { Condition, Operand } from './syntax.ts'

export interface Requested {
  readonly partition: Value
  readonly from: Bound | null
  readonly to: Bound | null
}

const KIND = 'KeyConditionExpression'

/** Throws for a condition on other attributes than the keys, and for one that no look-up by keys can answer. */
export const keyCondition = (
  expression: string | undefined,
  schema: TableSchema,
  keys: Keys,
  bindings: Bindings,
): Requested => {
  if (expression === undefined)
    throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.')
  const parsed = parseCondition(expression, KIND)
  let requested: Requested = { partition: {}, from: null, to: null }
  const met = new Set<string>()
  for (const condition of partsOf(parsed)) {
    const part = readPart(condition, bindings)
    if (met.has(part.name)) throw invalid('KeyConditionExpressions must only contain one condition per key')
    met.add(part.name)
    if (part.name !== keys.partitionKey && part.name !== keys.sortKey) continue
    refuseValues(part, schema.types[part.name])
    requested = { ...requested, ...requestedBy(part, keys) }
  }
  refuseMissing(met, keys)
  return requested
}

interface Part {
  readonly name: string
  readonly by: string
  readonly values: readonly Value[]
}

/** Throws for a value of another type than the key's, and for an empty one. */
const refuseValues = ({ name, values }: Part, type: KeyType | undefined): void => {
  for (const value of values) {
    if (type === undefined || value[type] === undefined)
      throw invalid('One or more parameter values were invalid: Condition parameter type does not match schema type')
    if (value.S === '' || value.B === '')
      throw invalid(
        `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type === 'S' ? 'string' : 'binary'} value. Key: ${name}`,
      )
  }
}

const requestedBy = ({ name, by, values }: Part, keys: Keys): Partial<Requested> => {
  if (name === keys.sortKey) return boundsOf(by, values)
  if (by !== '=') throw invalid('Query key condition not supported')
  return { partition: values[0] ?? {} }
}

/** A second condition is needed for the sort key only. */
const refuseMissing = (met: ReadonlySet<string>, { partitionKey, sortKey }: Keys): void => {
  const needed = met.size > 1 && sortKey !== null ? [partitionKey, sortKey] : [partitionKey]
  for (const name of needed) if (!met.has(name)) throw invalid(`Query condition missed key schema element: ${name}`)
  if (met.size > 2) throw invalid('Conditions can be of length 1 or 2 only')
}

const partsOf = (condition: Condition): readonly Condition[] => {
  if (condition.kind === 'and') return condition.parts.flatMap(partsOf)
  if (condition.kind === 'or') throw operator('OR')
  if (condition.kind === 'not') throw operator('NOT')
  return [condition]
}

const operator = (name: string) => invalid(`Invalid operator used in ${KIND}: ${name}`)

const readPart = (part: Condition, bindings: Bindings): Part => {
  const value = (operand: Operand): Value => {
    if (operand.kind !== 'value') throw invalid(`Invalid ${KIND}: a condition of a key needs a value`)
    return bindings.value(operand.name, KIND)
  }
  switch (part.kind) {
    case 'compare':
      if (part.by === '<>') throw operator('<>')
      return { name: nameOf(part.left, bindings), by: part.by, values: [value(part.right)] }
    case 'between': {
      const [low, high] = [value(part.low), value(part.high)]
      refuseReversed(low, high, KIND)
      return { name: nameOf(part.value, bindings), by: 'BETWEEN', values: [low, high] }
    }
    case 'says':
      if (part.what !== 'begins_with') throw operator(part.what)
      return { name: nameOf(part.value, bindings), by: part.what, values: [value(part.operand)] }
    default:
      throw operator(part.kind === 'in' ? 'IN' : 'attribute_exists')
  }
}

const nameOf = (operand: Operand, bindings: Bindings): string => {
  const path = operand.kind === 'path' ? bindings.path(operand.path, KIND) : []
  const [name] = path
  if (path.length !== 1 || typeof name !== 'string')
    throw invalid(`Invalid ${KIND}: ${KIND}s cannot have conditions on nested attributes`)
  return name
}

const boundsOf = (by: string, [value = {}, last = {}]: readonly Value[]): Pick<Requested, 'from' | 'to'> => {
  const bound = (of: Value, isIncluded = true): Bound => ({ column: keyColumn(of), isIncluded })
  switch (by) {
    case '=':
      return { from: bound(value), to: bound(value) }
    case '<':
    case '<=':
      return { from: null, to: bound(value, by === '<=') }
    case '>':
    case '>=':
      return { from: bound(value, by === '>='), to: null }
    case 'BETWEEN':
      return { from: bound(value), to: bound(last) }
    default: {
      if (value.N !== undefined)
        throw invalid(
          `Invalid ${KIND}: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N`,
        )
      const behind = value.S === undefined ? behindBytes(bytesOf(String(value.B))) : behindText(value.S)
      return { from: bound(value), to: behind === null ? null : { column: behind, isIncluded: false } }
    }
  }
}

/** The first text after all texts with this prefix; null if there is none. */
const behindText = (prefix: string): KeyColumn | null => {
  const points = [...prefix]
  for (;;) {
    const last = points.pop()?.codePointAt(0)
    if (last === undefined) return null
    if (last === LAST_CHARACTER) continue
    const next = last + 1
    // The halves of a pair are no characters.
    return points.join('') + String.fromCodePoint(next >= 0xd800 && next <= 0xdfff ? 0xe000 : next)
  }
}

const LAST_CHARACTER = 0x10ffff

const behindBytes = (prefix: Buffer): KeyColumn | null => {
  const end = prefix.findLastIndex((byte) => byte < 255)
  if (end < 0) return null
  const behind = Buffer.from(prefix.subarray(0, end + 1))
  behind[end] = (behind[end] ?? 0) + 1
  return behind
}
