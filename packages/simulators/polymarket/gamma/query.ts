/** Reads Gamma's query parameters; what cannot be read is a 422 (Polymarket reference, section 6.1). */

import type { HttpReply } from '../../engine/http/json-server.ts'

/** A call Gamma refuses. */
export class GammaRefusal extends Error {
  readonly reply: HttpReply

  constructor(status: number, type: string, error: string) {
    super(error)
    this.reply = { status, body: { type, error } }
  }
}

export const invalid = (error: string): GammaRefusal => new GammaRefusal(422, 'validation error', error)

export const missing = (what: string): GammaRefusal => new GammaRefusal(404, 'not found error', `${what} not found`)

export interface GammaQuery {
  readonly text: (name: string) => string | undefined
  /** Repeated parameters, `name` or `name[]`; undefined when absent. */
  readonly list: (name: string) => readonly string[] | undefined
  readonly whole: (name: string) => number | undefined
  readonly flag: (name: string) => boolean | undefined
  /** True if the value is within `<name>_min` and `<name>_max`, for the given ones. */
  readonly within: (name: string, value: number, form: 'number' | 'date') => boolean
  /** At most 100, whatever was asked for. */
  readonly limit: () => number
}

export const readGammaQuery = (query: URLSearchParams): GammaQuery => {
  const text = (name: string): string | undefined => query.get(name) || undefined
  const whole = (name: string): number | undefined => {
    const found = text(name)
    if (found === undefined) return undefined
    if (!/^\d{1,9}$/.test(found)) throw invalid(`${name} must be a non-negative integer`)
    return Number(found)
  }
  const bound = (name: string, form: 'number' | 'date'): number | undefined => {
    const found = text(name)
    if (found === undefined) return undefined
    const value = form === 'date' ? Date.parse(found) : Number(found)
    if (Number.isNaN(value)) throw invalid(`${name} is not a ${form}`)
    return value
  }
  return {
    text,
    whole,
    list: (name) => {
      const found = [...query.getAll(name), ...query.getAll(`${name}[]`)].filter((item) => item !== '')
      return found.length === 0 ? undefined : found
    },
    flag: (name) => {
      const found = text(name)
      if (found === undefined) return undefined
      if (!['true', 'false', '1', '0'].includes(found)) throw invalid(`${name} must be a boolean`)
      return found === 'true' || found === '1'
    },
    within: (name, value, form) =>
      value >= (bound(`${name}_min`, form) ?? Number.NEGATIVE_INFINITY) &&
      value <= (bound(`${name}_max`, form) ?? Number.POSITIVE_INFINITY),
    limit: () => Math.min(MOST, Math.max(1, whole('limit') ?? USUAL)),
  }
}

const MOST = 100
const USUAL = 20
