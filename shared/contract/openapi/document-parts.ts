/** Small parts of the OpenAPI document's makers. */

export type Json = Readonly<Record<string, unknown>>

/** True for a JSON object. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `place-order` and `place_order` are `placeOrder`. */
export const camel = (name: string): string => name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

/** `place-order` is `PlaceOrder`. */
export const pascal = (name: string): string => camel(`-${name}`)

/** Returns the names of the schemas to which this points. */
export const refsIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isJson(value)) return []
  const { $ref: ref, examples: _examples, ...inside } = value
  const named = typeof ref === 'string' ? [ref.replace('#/components/schemas/', '')] : []
  return [...named, ...Object.values(inside).flatMap(refsIn)]
}
