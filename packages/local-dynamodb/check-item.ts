/** Items that DynamoDB refuses to store, refused in the same words; and the one stored form of all others. */

import { type Item, itemSize, type Value } from './item-size.ts'
import { canonicalNumber } from './numbers.ts'
import { invalid } from './refusal.ts'

/** Throws what DynamoDB answers to an item above 400 KB. */
export const measured = (item: Item): number => {
  const size = itemSize(item)
  if (size > MOST_BYTES) throw invalid('Item size has exceeded the maximum allowed size')
  return size
}

/** The item with its numbers and sets in their stored form. Throws for a value that is no item. */
export const checkedItem = (item: Item, depth = 0): Item => {
  let changed: Record<string, Value> | null = null
  for (const name in item) {
    const value = item[name] ?? {}
    const checked = checkedValue(value, depth)
    if (checked === value) continue
    changed ??= { ...item }
    changed[name] = checked
  }
  return changed ?? item
}

export const checkedValue = (value: Value, depth = 0): Value => {
  let type: string | undefined
  for (const name in value) {
    if (type !== undefined) throw invalid(`Supplied AttributeValue has more than one datatypes set, ${EXACTLY_ONE}`)
    type = name
  }
  const fitting = type === undefined ? undefined : CHECKS[type]
  if (fitting === undefined) throw invalid(`Supplied AttributeValue is empty, ${EXACTLY_ONE}`)
  if (depth > MOST_LEVELS)
    throw invalid(
      'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
    )
  return fitting(value, depth)
}

const MOST_BYTES = 400 * 1_024
const MOST_LEVELS = 32
const EXACTLY_ONE = 'must contain exactly one of the supported datatypes'

type Check = (value: Value, depth: number) => Value

const typed = (isOfType: boolean, value: Value): Value => {
  if (!isOfType) throw invalid('One or more parameter values were invalid: a value is not of its type')
  return value
}

const CHECKS: Readonly<Record<string, Check>> = {
  S: (value) => typed(typeof value.S === 'string', value),
  BOOL: (value) => typed(typeof value.BOOL === 'boolean', value),
  NULL: (value) => typed(value.NULL === true, value),
  B: (value) => typed(typeof value.B === 'string', value),
  N: (value) => {
    typed(typeof value.N === 'string', value)
    const number = canonicalNumber(value.N ?? '')
    return number === value.N ? value : { N: number }
  },
  L: (value, depth) => {
    typed(Array.isArray(value.L), value)
    return { L: (value.L ?? []).map((inner) => checkedValue(inner, depth + 1)) }
  },
  M: (value, depth) => {
    typed(typeof value.M === 'object' && value.M !== null && !Array.isArray(value.M), value)
    return { M: checkedItem(value.M ?? {}, depth + 1) }
  },
  SS: (value) => ({ SS: members('string', value.SS, (text) => text) }),
  NS: (value) => ({ NS: members('number', value.NS, canonicalNumber) }),
  BS: (value) => ({ BS: members('binary', value.BS, (bytes) => bytes) }),
}

/** The members of a set, sorted, so that equal sets are the same text. */
const members = (what: string, given: unknown, canonical: (member: string) => string): readonly string[] => {
  const list: readonly unknown[] = Array.isArray(given) ? given : []
  if (list.length === 0) throw invalid(`One or more parameter values were invalid: An ${what} set  may not be empty`)
  const found = list.map((member) => {
    typed(typeof member === 'string', {})
    return canonical(String(member))
  })
  if (new Set(found).size < found.length)
    throw invalid(
      `One or more parameter values were invalid: Input collection [${found.join(', ')}] contains duplicates.`,
    )
  return found.toSorted()
}
