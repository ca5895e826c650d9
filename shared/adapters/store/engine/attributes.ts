/** Rows in the wire format of DynamoDB, only with the types that our rows use. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { isList, type Row, type Value } from './rows.ts'

/** Row for the wire, without its absent attributes. */
export const toAttributes = (row: Row): Record<string, AttributeValue> => {
  const attributes: Record<string, AttributeValue> = {}
  for (const [name, value] of Object.entries(row)) {
    if (value !== null && value !== undefined) attributes[name] = toAttribute(value)
  }
  return attributes
}

/** Value for the wire. */
export const toAttribute = (value: Value): AttributeValue => {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value instanceof Uint8Array) return { B: value }
  if (isList(value)) return { L: value.map((inner) => (inner === null ? { NULL: true } : toAttribute(inner))) }
  return { M: toAttributes(value) }
}

/** Row from the wire. */
export const fromAttributes = (attributes: Readonly<Record<string, AttributeValue>>): Row => {
  // Attributes arrive in any order, and an ordinary object would get a hidden class for each order. An object without a prototype is a plain
  // dictionary, made in a tenth of the time.
  const row: Record<string, Value | null> = Object.create(null)
  for (const name in attributes) {
    const attribute = attributes[name]
    if (attribute !== undefined) row[name] = fromAttribute(attribute)
  }
  return row
}

const fromAttribute = (attribute: AttributeValue): Value | null => {
  if (attribute.S !== undefined) return attribute.S
  if (attribute.N !== undefined) return Number(attribute.N)
  if (attribute.BOOL !== undefined) return attribute.BOOL
  if (attribute.B !== undefined) return attribute.B
  if (attribute.L !== undefined) return attribute.L.map(fromAttribute)
  if (attribute.M !== undefined) return fromAttributes(attribute.M)
  if (attribute.NULL !== undefined) return null
  throw new TypeError(`a row holds an attribute of a type we never write: ${Object.keys(attribute).join()}`)
}
