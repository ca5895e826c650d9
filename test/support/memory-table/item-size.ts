/** The size DynamoDB bills an item by: names and values in UTF-8, numbers in two digits per byte, a byte per nested value. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/** An item on the wire. */
export type Item = Readonly<Record<string, AttributeValue>>

export const itemSize = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value), 0)

const valueSize = (value: AttributeValue): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S)
  if (value.N !== undefined) return Math.ceil(value.N.replace(/\D/g, '').length / 2) + (value.N.startsWith('-') ? 2 : 1)
  if (value.B !== undefined) return value.B.length
  if (value.L !== undefined) return 3 + value.L.reduce((sum, inner) => sum + 1 + valueSize(inner), 0)
  if (value.M !== undefined) {
    return (
      3 +
      Object.entries(value.M).reduce((sum, [name, inner]) => sum + 1 + Buffer.byteLength(name) + valueSize(inner), 0)
    )
  }
  return 1
}
