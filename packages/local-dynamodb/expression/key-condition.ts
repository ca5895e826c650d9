/** What part of a partition a query asks for. */

import { bytesOf } from '../compare-values.ts'
import type { Value } from '../item-size.ts'
import { invalid } from '../refusal.ts'
import type { Bound } from '../table-rows.ts'
import { type KeyColumn, type Keys, keyColumn, type TableSchema } from '../table-schema.ts'
import type { Bindings } from './bindings.ts'
import { parseCondition } from './parse.ts'
import { refuseReversed } from './predicate.ts'
import type { Condition, Operand } from './syntax.ts'

export interface Asked {
  readonly partition: Value
  readonly from: Bound | null
  readonly to: Bound | null
}

const KIND = 'KeyConditionExpression'

/** Throws for a condition that is not on the keys, or that they cannot be looked up by. */
export const keyCondition = (
  expression: string | undefined,
  schema: TableSchema,
  keys: Keys,
  bindings: Bindings,
): Asked => {
  if (expression === undefined)
    throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.')
  const parsed = parseCondition(expression, KIND)
  let asked: Asked = { partition: {}, from: null, to: null }
  const met = new Set<string>()
  for (const part of partsOf(parsed)) {
    const { name, values, by } = readPart(part, bindings)
    if (met.has(name)) throw invalid('KeyConditionExpressions must only contain one condition per key')
    met.add(name)
    const type = schema.types[name]
    if (name !== keys.partitionKey && name !== keys.sortKey) continue
    for (const value of values) {
      if (type === undefined || value[type] === undefined)
        throw invalid('One or more parameter values were invalid: Condition parameter type does not match schema type')
      if (value.S === '' || value.B === '')
        throw invalid(
          `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type === 'S' ? 'string' : 'binary'} value. Key: ${name}`,
        )
    }
    if (name === keys.sortKey) asked = { ...asked, ...boundsOf(by, values) }
    else if (by === '=') asked = { ...asked, partition: values[0] ?? {} }
    else throw invalid('Query key condition not supported')
  }
  for (const name of [keys.partitionKey, ...(met.size > 1 && keys.sortKey !== null ? [keys.sortKey] : [])])
    if (!met.has(name)) throw invalid(`Query condition missed key schema element: ${name}`)
  if (met.size > 2) throw invalid('Conditions can be of length 1 or 2 only')
  return asked
}

const partsOf = (condition: Condition): readonly Condition[] => {
  if (condition.kind === 'and') return condition.parts.flatMap(partsOf)
  if (condition.kind === 'or') throw operator('OR')
  if (condition.kind === 'not') throw operator('NOT')
  return [condition]
}

const operator = (name: string) => invalid(`Invalid operator used in ${KIND}: ${name}`)

const readPart = (part: Condition, bindings: Bindings) => {
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

const boundsOf = (by: string, [value = {}, last = {}]: readonly Value[]): Pick<Asked, 'from' | 'to'> => {
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

/** The first text behind all that begin with this one; null where there is none. */
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
