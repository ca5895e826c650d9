/** Values and names of the placeholders in a request's expressions, and whether each is used. */

import { checkedValue } from '../check-item.ts'
import type { Value } from '../item-size.ts'
import { invalid } from '../refusal.ts'
import type { Path } from './syntax.ts'

export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, Value>>
}

export interface Bindings {
  /** The path with its placeholders replaced by names. */
  readonly path: (path: Path, kind: string) => Path
  readonly value: (name: string, kind: string) => Value
  /** Throws for a placeholder that no expression has used. */
  readonly refuseUnused: () => void
}

/** `expressions` are the expressions of the request that may use placeholders, present or not. */
export const bindingsOf = (
  input: Placeholders,
  expressions: Readonly<Record<string, string | undefined>>,
): Bindings => {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input
  const isWithout = Object.values(expressions).every((expression) => expression === undefined)
  refuseOdd(
    'ExpressionAttributeNames',
    names,
    '#',
    isWithout ? 'ExpressionAttributeNames can only be specified when using expressions' : null,
  )
  refuseOdd(
    'ExpressionAttributeValues',
    values,
    ':',
    isWithout
      ? `ExpressionAttributeValues can only be specified when using expressions: ${Object.keys(expressions).join(' and ')} ${Object.keys(expressions).length > 1 ? 'are' : 'is'} null`
      : null,
  )
  const checked = new Map(Object.entries(values ?? {}).map(([name, value]) => [name, checkedOperand(name, value)]))
  const used = new Set<string>()
  return {
    path: (path, kind) =>
      path.map((part) => {
        if (typeof part === 'number' || !part.startsWith('#')) return part
        const name = names?.[part]
        if (name === undefined)
          throw invalid(
            `Invalid ${kind}: An expression attribute name used in the document path is not defined; attribute name: ${part}`,
          )
        used.add(part)
        return name
      }),
    value: (name, kind) => {
      const value = checked.get(name)
      if (value === undefined)
        throw invalid(
          `Invalid ${kind}: An expression attribute value used in expression is not defined; attribute value: ${name}`,
        )
      used.add(name)
      return value
    },
    refuseUnused: () => {
      for (const [field, given] of [
        ['ExpressionAttributeNames', names],
        ['ExpressionAttributeValues', values],
      ] as const) {
        const unused = Object.keys(given ?? {}).filter((name) => !used.has(name))
        if (unused.length > 0)
          throw invalid(`Value provided in ${field} unused in expressions: keys: {${unused.join(', ')}}`)
      }
    },
  }
}

const refuseOdd = (field: string, given: object | undefined, sign: string, why: string | null): void => {
  if (given === undefined) return
  if (why !== null) throw invalid(why)
  const keys = Object.keys(given)
  if (keys.length === 0) throw invalid(`${field} must not be empty`)
  const odd = keys.find((key) => !key.startsWith(sign) || !/^\w+$/.test(key.slice(1)))
  if (odd !== undefined) throw invalid(`${field} contains invalid key: Syntax error; key: "${odd}"`)
}

const checkedOperand = (name: string, value: Value): Value => {
  try {
    return checkedValue(value)
  } catch (error) {
    throw invalid(
      `ExpressionAttributeValues contains invalid value: ${error instanceof Error ? error.message : error} for key ${name}`,
    )
  }
}
