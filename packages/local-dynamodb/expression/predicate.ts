/** Evaluates a condition for an item, by DynamoDB's rules of comparing. */

import { bytesOf, compareValues, isEqualValue, ORDERED, typeOf } from '../compare-values.ts'
import { type Item, type Value, valueSize } from '../item-size.ts'
import { invalid } from '../refusal.ts'
import type { Bindings } from './bindings.ts'
import { parseCondition } from './parse.ts'
import type { Comparator, Condition, Operand, Path, Saying } from './syntax.ts'

/** An absent item has no attributes. */
export type Predicate = (item: Item | null) => boolean

const ALWAYS: Predicate = () => true

/** The condition of an expression; an absent one always holds. `kind` is its name in the request. */
export const predicateOf = (expression: string | undefined, kind: string, bindings: Bindings): Predicate =>
  expression === undefined ? ALWAYS : holding(parseCondition(expression, kind), kind, bindings)

const holding = (condition: Condition, kind: string, bindings: Bindings): Predicate => {
  const operand = (of: Operand) => operandOf(of, kind, bindings)
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.parts.map((part) => holding(part, kind, bindings))
      return condition.kind === 'and'
        ? (item) => parts.every((holds) => holds(item))
        : (item) => parts.some((holds) => holds(item))
    }
    case 'not': {
      const part = holding(condition.part, kind, bindings)
      return (item) => !part(item)
    }
    case 'exists': {
      const find = finderOf(bindings.path(condition.path, kind))
      return (item) => (find(item) !== undefined) === condition.is
    }
    case 'compare': {
      const [left, right] = [operand(condition.left), operand(condition.right)]
      if (condition.by !== '=' && condition.by !== '<>')
        for (const { fixed } of [left, right]) refuseUnordered(fixed, condition.by, kind)
      const test = TESTS[condition.by]
      return (item) => test(left.find(item), right.find(item))
    }
    case 'between': {
      const [value, low, high] = [operand(condition.value), operand(condition.low), operand(condition.high)]
      for (const { fixed } of [value, low, high]) refuseUnordered(fixed, 'BETWEEN', kind)
      refuseReversed(low.fixed, high.fixed, kind)
      return (item) => {
        const found = value.find(item)
        return TESTS['>='](found, low.find(item)) && TESTS['<='](found, high.find(item))
      }
    }
    case 'in': {
      const [value, among] = [operand(condition.value), condition.among.map(operand)]
      return (item) => {
        const found = value.find(item)
        return among.some(({ find }) => TESTS['='](found, find(item)))
      }
    }
    case 'says': {
      const [value, other] = [operand(condition.value), operand(condition.operand)]
      refuseOperand(condition.what, other.fixed, kind)
      const test = SAYINGS[condition.what]
      return (item) => {
        const [found, said] = [value.find(item), other.find(item)]
        return found !== undefined && said !== undefined && test(found, said)
      }
    }
  }
}

interface Found {
  readonly find: (item: Item | null) => Value | undefined
  /** Constant results, the same for all items. */
  readonly fixed?: Value
}

const operandOf = (operand: Operand, kind: string, bindings: Bindings): Found => {
  if (operand.kind === 'value') {
    const fixed = bindings.value(operand.name, kind)
    return { find: () => fixed, fixed }
  }
  const find = finderOf(bindings.path(operand.path, kind))
  if (operand.kind === 'path') return { find }
  return {
    find: (item) => {
      const value = find(item)
      return value === undefined ? undefined : countOf(value)
    },
  }
}

/** Looks for the value at a path. */
const finderOf = (path: Path): ((item: Item | null) => Value | undefined) => {
  const [name = '', ...rest] = path
  if (rest.length === 0) return (item) => item?.[name]
  return (item) =>
    rest.reduce<Value | undefined>(
      (value, part) => (typeof part === 'number' ? value?.L?.[part] : value?.M?.[part]),
      item?.[String(name)],
    )
}

/** Result of `size`; undefined for types that have none. */
const countOf = (value: Value): Value | undefined => {
  const { S, L, M, SS, NS, BS, B } = value
  const set = SS ?? NS ?? BS ?? L
  if (set !== undefined) return { N: String(set.length) }
  if (M !== undefined) return { N: String(Object.keys(M).length) }
  return S === undefined && B === undefined
    ? undefined
    : { N: String(S === undefined ? valueSize(value) : Buffer.byteLength(S)) }
}

type Test = (left: Value | undefined, right: Value | undefined) => boolean

const ordered =
  (holds: (order: number) => boolean): Test =>
  (left, right) => {
    if (left === undefined || right === undefined || !ORDERED.has(typeOf(left))) return false
    const order = typeOf(left) === typeOf(right) ? compareValues(left, right) : null
    return order !== null && holds(order)
  }

const isSame: Test = (left, right) => left !== undefined && right !== undefined && isEqualValue(left, right)

const TESTS: Readonly<Record<Comparator, Test>> = {
  '=': isSame,
  // Also where there is no such attribute.
  '<>': (left, right) => !isSame(left, right),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
}

const SAYINGS: Readonly<Record<Saying, (value: Value, operand: Value) => boolean>> = {
  attribute_type: (value, { S }) => typeOf(value) === S,
  begins_with: (value, { S, B }) => {
    if (S !== undefined) return value.S?.startsWith(S) === true
    if (typeof B !== 'string' || typeof value.B !== 'string') return false
    return bytesOf(value.B).subarray(0, bytesOf(B).length).equals(bytesOf(B))
  },
  contains: (value, operand) => {
    const { S, N, B } = operand
    if (value.S !== undefined) return S !== undefined && value.S.includes(S)
    if (typeof value.B === 'string') return typeof B === 'string' && bytesOf(value.B).includes(bytesOf(B))
    if (value.L !== undefined) return value.L.some((inner) => isEqualValue(inner, operand))
    const [set, member] =
      value.SS !== undefined ? [value.SS, S] : value.NS !== undefined ? [value.NS, N] : [value.BS, B]
    return set !== undefined && member !== undefined && set.some((one) => one === member)
  },
}

const TYPES: ReadonlySet<string> = new Set(['S', 'N', 'B', 'BOOL', 'NULL', 'L', 'M', 'SS', 'NS', 'BS'])

const refuseUnordered = (fixed: Value | undefined, operator: string, kind: string): void => {
  if (fixed !== undefined && !ORDERED.has(typeOf(fixed))) throw incorrectOperand(operator, fixed, kind)
}

const refuseOperand = (what: Saying, fixed: Value | undefined, kind: string): void => {
  if (fixed === undefined) return
  if (what === 'begins_with' && fixed.S === undefined && fixed.B === undefined)
    throw incorrectOperand(what, fixed, kind)
  if (what !== 'attribute_type') return
  if (fixed.S === undefined) throw incorrectOperand(what, fixed, kind)
  if (!TYPES.has(fixed.S))
    throw invalid(
      `Invalid ${kind}: Invalid attribute type name found; type: ${fixed.S}, valid types: {${[...TYPES].join(',')}}`,
    )
}

const incorrectOperand = (operator: string, fixed: Value, kind: string) =>
  invalid(
    `Invalid ${kind}: Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${typeOf(fixed)}`,
  )

/** Throws what DynamoDB answers to a range that ends before it begins. */
export const refuseReversed = (low: Value | undefined, high: Value | undefined, kind: string): void => {
  if (low === undefined || high === undefined) return
  if (typeOf(low) !== typeOf(high))
    throw invalid(
      `Invalid ${kind}: The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: ${shown(low)}, upper bound operand: AttributeValue: ${shown(high)}`,
    )
  if ((compareValues(low, high) ?? 0) > 0)
    throw invalid(
      `Invalid ${kind}: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: ${shown(low)}, upper bound operand: AttributeValue: ${shown(high)}`,
    )
}

const shown = (value: Value): string => `{${typeOf(value)}:${value.S ?? value.N ?? value.B ?? ''}}`
