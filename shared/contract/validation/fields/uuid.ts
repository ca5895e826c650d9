import type { Fault } from '../fault.ts'
import { type FieldSchema, field } from '../field.ts'

/** A UUID, read as lower case with dashes; braces, no dashes and `urn:uuid:` are accepted as Pydantic accepts them. */
export const uuid = (): FieldSchema<string, string> =>
  field('uuid', { type: 'string', format: 'uuid' }, (value) => {
    if (typeof value !== 'string')
      return { type: 'uuid_type', msg: 'UUID input should be a string, bytes or UUID object' }
    if (/^[0-9a-f]{32}$/i.test(value)) return dashed(value.toLowerCase())
    const inner = unframed(value)
    if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(inner)) return inner.toLowerCase()
    // If only the frame is right, the crate forgets the frame before it complains.
    return fault(whatIsWrong(byteLength(inner) === HYPHENATED ? inner : value))
  })

const URN = 'urn:uuid:'
const HYPHENATED = 36
const GROUPS = [8, 4, 4, 4, 12] as const

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

const unframed = (value: string): string => {
  if (value.length > 1 && value.startsWith('{') && value.endsWith('}')) return value.slice(1, -1)
  return value.startsWith(URN) ? value.slice(URN.length) : value
}

/** The words of the Rust crate `uuid`, which Pydantic passes on, with its way of counting. */
const whatIsWrong = (value: string): string => {
  const inner = unframed(value)
  const offset = inner === value ? 0 : value.startsWith('{') ? 1 : URN.length
  const stranger = /[^0-9a-f-]/iu.exec(inner)
  if (stranger !== null) return `invalid character: found \`${stranger[0]}\` at ${stranger.index + offset + 1}`
  const groups = inner.split('-')
  if (groups.length === 1 && inner === value) {
    return `invalid length: expected length 32 for simple format, found ${value.length}`
  }
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`
  const wrong = GROUPS.findIndex((length, index) => groups[index]?.length !== length)
  // The last group is measured to the end of the text, a closing brace included.
  const found = wrong === 4 ? value.length - 24 : groups[wrong]?.length
  return `invalid group length in group ${wrong}: expected ${GROUPS[wrong]}, found ${found}`
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length

const fault = (error: string): Fault => ({
  type: 'uuid_parsing',
  msg: `Input should be a valid UUID, ${error}`,
  ctx: { error },
})
