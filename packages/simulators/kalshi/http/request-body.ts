/** Reads a JSON body the way the exchange's decoder does: wrong types are refused with the decoder's own words. */

import { badJson, refusal } from './refusal.ts'

export interface BodyReader {
  readonly text: (field: string) => string | undefined
  readonly required: (field: string) => string
  readonly whole: (field: string) => number | undefined
  readonly flag: (field: string) => boolean | undefined
  readonly texts: (field: string) => string[] | undefined
  readonly items: (field: string, struct: string) => BodyReader[]
}

/** `struct` is the decoder's name for the body, which its error texts contain. */
export const readBody = (text: string, contentType: string | undefined, struct: string): BodyReader => {
  if (text === '' || contentType?.includes('application/json') !== true) throw refusal(400, 'invalid_content_type')
  const body = parse(text)
  if (!isRecord(body)) throw badJson(`json: cannot unmarshal ${kindOf(body)} into Go value of type ${struct}`)
  return readerOf(body, struct)
}

const readerOf = (body: Record<string, unknown>, struct: string): BodyReader => {
  const value = (field: string): unknown => {
    const found = Object.hasOwn(body, field) ? body[field] : undefined
    return found === null ? undefined : found
  }
  const wrong = (field: string, type: string) =>
    badJson(`json: cannot unmarshal ${kindOf(value(field))} into Go struct field ${struct}.${field} of type ${type}`)
  const text = (field: string): string | undefined => {
    const found = value(field)
    if (found !== undefined && typeof found !== 'string') throw wrong(field, 'string')
    return found
  }
  return {
    text,
    required: (field) => {
      const found = text(field)
      if (found === undefined || found === '') throw refusal(400, 'missing_parameters', `${field} is required`)
      return found
    },
    whole: (field) => {
      const found = value(field)
      if (found === undefined) return undefined
      if (typeof found !== 'number' || !Number.isSafeInteger(found)) throw wrong(field, 'int64')
      return found
    },
    flag: (field) => {
      const found = value(field)
      if (found !== undefined && typeof found !== 'boolean') throw wrong(field, 'bool')
      return found
    },
    texts: (field) => {
      const found = value(field)
      if (found === undefined) return undefined
      if (!Array.isArray(found) || found.some((item) => typeof item !== 'string')) throw wrong(field, '[]string')
      return found
    },
    items: (field, itemStruct) => {
      const found = value(field) ?? []
      if (!Array.isArray(found)) throw wrong(field, `[]${itemStruct}`)
      return found.map((item) => {
        if (!isRecord(item)) throw badJson(`json: cannot unmarshal ${kindOf(item)} into Go value of type ${itemStruct}`)
        return readerOf(item, itemStruct)
      })
    },
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badJson('invalid character in JSON input')
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
