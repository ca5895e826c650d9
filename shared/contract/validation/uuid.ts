/** A UUID, read as lower case with dashes; braces, no dashes and `urn:uuid:` are accepted as Pydantic accepts them. */

import type { Fault } from './fault.ts'
import { type FieldSchema, field } from './field.ts'

export const uuid = (): FieldSchema<string, string> =>
  field('uuid', { type: 'string', format: 'uuid' }, (value) => {
    if (typeof value !== 'string')
      return { type: 'uuid_type', msg: 'UUID input should be a string, bytes or UUID object' }
    if (/^[0-9a-f]{32}$/i.test(value)) return dashed(value.toLowerCase())
    const hyphenated = withoutFrame(value).text
    if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(hyphenated)) return hyphenated.toLowerCase()
    return fault(whatIsWrong(value))
  })

const URN = 'urn:uuid:'
const GROUPS = [8, 4, 4, 4, 12] as const

const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

const withoutFrame = (value: string): { readonly text: string; readonly offset: number } => {
  if (value.length > 1 && value.startsWith('{') && value.endsWith('}')) return { text: value.slice(1, -1), offset: 1 }
  if (value.startsWith(URN)) return { text: value.slice(URN.length), offset: URN.length }
  return { text: value, offset: 0 }
}

/** The words of the Rust crate `uuid`, which Pydantic passes on. */
const whatIsWrong = (value: string): string => {
  const { text, offset } = withoutFrame(value)
  const stranger = /[^0-9a-f-]/iu.exec(text)
  if (stranger !== null) return `invalid character: found \`${stranger[0]}\` at ${stranger.index + offset + 1}`
  const groups = text.split('-')
  if (groups.length === 1 && offset === 0) {
    return `invalid length: expected length 32 for simple format, found ${value.length}`
  }
  if (groups.length !== 5) return `invalid group count: expected 5, found ${groups.length}`
  const wrong = GROUPS.findIndex((length, index) => groups[index]?.length !== length)
  return `invalid group length in group ${wrong}: expected ${GROUPS[wrong]}, found ${groups[wrong]?.length}`
}

const fault = (error: string): Fault => ({
  type: 'uuid_parsing',
  msg: `Input should be a valid UUID, ${error}`,
  ctx: { error },
})
