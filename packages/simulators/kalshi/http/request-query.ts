/** Reads query parameters; values out of bounds are refused in the exchange's words for parameters. */

import { badQuery } from './refusal.ts'

export interface QueryReader {
  readonly text: (name: string) => string | undefined
  /** A comma-separated list, repeated parameters included; undefined when absent. */
  readonly list: (name: string, most?: number) => string[] | undefined
  readonly whole: (name: string) => number | undefined
  readonly flag: (name: string) => boolean
  readonly limit: (most: number, usual: number, least?: number) => number
}

export const readQuery = (query: URLSearchParams, operation: string): QueryReader => {
  const text = (name: string): string | undefined => {
    const found = query.get(name)
    return found === null || found === '' ? undefined : found
  }
  const whole = (name: string): number | undefined => {
    const found = text(name)
    if (found === undefined) return undefined
    if (!/^-?\d{1,15}$/.test(found)) throw badQuery(operation, fieldOf(name), 'number')
    return Number(found)
  }
  return {
    text,
    whole,
    list: (name, most) => {
      const found = query.getAll(name).flatMap((value) => value.split(','))
      const items = found.map((item) => item.trim()).filter((item) => item !== '')
      if (most !== undefined && items.length > most) throw badQuery(operation, fieldOf(name), 'max')
      return query.has(name) && items.length > 0 ? items : undefined
    },
    flag: (name) => ['true', '1'].includes(query.get(name) ?? ''),
    limit: (most, usual, least = 0) => {
      const found = whole('limit') ?? usual
      if (found > most) throw badQuery(operation, 'Limit', 'lte')
      if (found < least) throw badQuery(operation, 'Limit', 'gte')
      return found === 0 ? usual : found
    },
  }
}

/** min_close_ts → MinCloseTs, as the exchange names fields in its refusals. */
const fieldOf = (name: string): string =>
  name.replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
