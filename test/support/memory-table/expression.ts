/** DynamoDB's expressions, as far as the table uses them: conditions joined by AND. Throws for anything else. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { compareValues } from './compare-values.ts'
import { invalid } from './invalid.ts'
import type { Item } from './item-size.ts'

/** What an expression's placeholders stand for. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined
  readonly ExpressionAttributeValues?: Record<string, AttributeValue> | undefined
}

/** One condition: the attribute it is about, and whether that attribute's value fulfils it. */
export interface Term {
  readonly attribute: string
  readonly holds: (value: AttributeValue | undefined) => boolean
}

/** The conditions of an expression; none for an absent one. */
export const termsOf = (expression: string | undefined, placeholders: Placeholders): readonly Term[] =>
  expression === undefined ? [] : expression.split(SEPARATOR).map((text) => termOf(text, placeholders))

/** Whether all conditions hold for the item; an absent item has no attributes. */
export const allHold = (terms: readonly Term[], item: Item | undefined): boolean =>
  terms.every(({ attribute, holds }) => holds(item?.[attribute]))

// `BETWEEN :a AND :b` is one condition.
const SEPARATOR = /(?<!BETWEEN :\w+) AND /

const termOf = (text: string, { ExpressionAttributeNames, ExpressionAttributeValues }: Placeholders): Term => {
  const nameOf = (name: string): string => (name.startsWith('#') ? known(ExpressionAttributeNames, name) : name)
  const operand = (name: string): AttributeValue => known(ExpressionAttributeValues, name)

  const [, call, path = '', prefix] = /^(\w+)\(([#\w]+)(?:, (:\w+))?\)$/.exec(text) ?? []
  if (call === 'attribute_exists') return { attribute: nameOf(path), holds: (value) => value !== undefined }
  if (call === 'attribute_not_exists') return { attribute: nameOf(path), holds: (value) => value === undefined }
  if (call === 'begins_with' && prefix !== undefined) {
    const begin = operand(prefix).S ?? ''
    return { attribute: nameOf(path), holds: (value) => value?.S?.startsWith(begin) === true }
  }

  const [, name = '', operator = '', first = '', last] =
    /^([#\w]+) (=|<=|>=|BETWEEN) (:\w+)(?: AND (:\w+))?$/.exec(text) ?? []
  const compared = (test: (order: number) => boolean, other: AttributeValue) => (value: AttributeValue | undefined) => {
    const order = value === undefined ? null : compareValues(value, other)
    return order !== null && test(order)
  }
  switch (operator) {
    case '=':
      return { attribute: nameOf(name), holds: compared((order) => order === 0, operand(first)) }
    case '<=':
      return { attribute: nameOf(name), holds: compared((order) => order <= 0, operand(first)) }
    case '>=':
      return { attribute: nameOf(name), holds: compared((order) => order >= 0, operand(first)) }
    case 'BETWEEN': {
      if ((compareValues(operand(first), operand(last ?? '')) ?? 0) > 0)
        throw invalid('BETWEEN a higher and a lower bound')
      const from = compared((order) => order >= 0, operand(first))
      const upTo = compared((order) => order <= 0, operand(last ?? ''))
      return { attribute: nameOf(name), holds: (value) => from(value) && upTo(value) }
    }
    default:
      throw new Error(`the table in memory does not know this condition: ${text}`)
  }
}

const known = <Value>(placeholders: Record<string, Value> | undefined, name: string): Value => {
  const value = placeholders?.[name]
  if (value === undefined) throw new Error(`${name} stands for nothing`)
  return value
}
