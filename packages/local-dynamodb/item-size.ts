/** The size DynamoDB bills an item by: names and values in UTF-8, numbers in two digits per byte, a byte per nested value. */

/** A value on the wire. Bytes are base64 there; the SDK has them as an array. */
export interface Value {
  readonly S?: string
  readonly N?: string
  readonly B?: string | Uint8Array
  readonly BOOL?: boolean
  readonly NULL?: boolean
  readonly L?: readonly Value[]
  readonly M?: Item
  readonly SS?: readonly string[]
  readonly NS?: readonly string[]
  readonly BS?: ReadonlyArray<string | Uint8Array>
}

/** An item on the wire. */
export type Item = Readonly<Record<string, Value>>

export const itemSize = (item: Item): number => {
  let size = 0
  for (const name in item) size += textSize(name) + valueSize(item[name] ?? {})
  return size
}

export const valueSize = (value: Value): number => {
  if (value.S !== undefined) return textSize(value.S)
  if (value.N !== undefined) return numberSize(value.N)
  if (value.B !== undefined) return bytesSize(value.B)
  if (value.L !== undefined) return value.L.reduce((sum, inner) => sum + 1 + valueSize(inner), 3)
  if (value.M !== undefined)
    return Object.entries(value.M).reduce((sum, [name, inner]) => sum + 1 + textSize(name) + valueSize(inner), 3)
  if (value.SS !== undefined) return value.SS.reduce((sum, text) => sum + textSize(text), 0)
  if (value.NS !== undefined) return value.NS.reduce((sum, number) => sum + numberSize(number), 0)
  if (value.BS !== undefined) return value.BS.reduce((sum, bytes) => sum + bytesSize(bytes), 0)
  return 1
}

const textSize = (text: string): number => Buffer.byteLength(text)

const numberSize = (number: string): number =>
  Math.ceil(number.replace(/\D/g, '').length / 2) + (number.startsWith('-') ? 2 : 1)

const bytesSize = (bytes: string | Uint8Array): number =>
  typeof bytes === 'string' ? Buffer.byteLength(bytes, 'base64') : bytes.length
