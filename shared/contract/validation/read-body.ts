import { parseJson } from './parse-json.ts'
import type { RawRequest } from './request-shape.ts'
import { jsonItem, type ValidationItem } from './validation-item.ts'

export type SentBody =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly item: ValidationItem }

/**
 * The body of a request as a value. FastAPI reads JSON only where the content type says so; any other body stays a text.
 * `broken` carries the fault of JSON that cannot be read.
 */
export const readBody = (body: RawRequest['body'], contentType: string | undefined): SentBody => {
  if (body === undefined || body === null || body.length === 0) return { kind: 'absent' }
  // A text in place of an object: the schema answers that, together with the faults of the other parts.
  if (!isJson(contentType ?? '')) return { kind: 'value', value: asText(body) }
  const reading = parseJson(body)
  // FastAPI cannot tell the JSON text `null` from no body.
  if (reading.ok) return reading.value === null ? { kind: 'absent' } : { kind: 'value', value: reading.value }
  return { kind: 'broken', item: jsonItem(reading.error, reading.offset) }
}

/** `application/json` and every `application/…+json`, with or without parameters. */
const isJson = (contentType: string): boolean => {
  const [mediaType = ''] = contentType.split(';')
  const [type, subtype = ''] = mediaType.trim().toLowerCase().split('/')
  return type === 'application' && (subtype === 'json' || subtype.endsWith('+json'))
}

const asText = (body: string | Uint8Array): string => (typeof body === 'string' ? body : new TextDecoder().decode(body))
