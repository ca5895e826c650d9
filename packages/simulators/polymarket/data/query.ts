/** Reads the Data host's parameters, in either spelling, and refuses in its envelope (Polymarket reference, section 7.1). */

import { createHash } from 'node:crypto'
import type { HttpReply } from '../../engine/http/json-server.ts'

/** A call the Data host refuses. */
export class DataRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly parameter: string | undefined

  constructor(status: number, code: string, error: string, parameter?: string) {
    super(error)
    this.status = status
    this.code = code
    this.parameter = parameter
  }
}

export const invalidRequest = (error: string, parameter?: string): DataRefusal =>
  new DataRefusal(400, 'invalid_request', error, parameter)

export const dataReply = ({ status, code, message, parameter }: DataRefusal, about: string): HttpReply => ({
  status,
  body: {
    error: message,
    code,
    retryable: status >= 500,
    trace_id: createHash('sha256').update(about).digest('hex').slice(0, 32),
    ...(parameter === undefined ? {} : { parameter }),
  },
})

export interface DataQuery {
  /** Under its snake_case name; camelCase is taken too. */
  readonly text: (name: string) => string | undefined
  /** A comma list. */
  readonly list: (name: string, most: number) => readonly string[] | undefined
  readonly whole: (name: string) => number | undefined
  readonly flag: (name: string) => boolean | undefined
  readonly choice: <Word extends string>(name: string, words: readonly Word[]) => Word | undefined
  /** Parameters that a cursor is bound to: all but the cursor and the page size. */
  readonly filters: string
}

export const readDataQuery = (query: URLSearchParams): DataQuery => {
  const text = (name: string): string | undefined => query.get(name) ?? query.get(camel(name)) ?? undefined
  const filters = new URLSearchParams(
    [...query]
      .filter(([name]) => name !== 'cursor' && name !== 'limit')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  if (query.has('offset')) throw invalidRequest('offset is not supported; follow next_cursor', 'offset')
  return {
    text,
    filters: filters.toString(),
    list: (name, most) => {
      const items = text(name)
        ?.split(',')
        .filter((item) => item !== '')
      if (items !== undefined && items.length > most) throw invalidRequest(`at most ${most} values`, name)
      return items === undefined || items.length === 0 ? undefined : [...new Set(items)]
    },
    whole: (name) => {
      const found = text(name)
      if (found === undefined) return undefined
      if (!/^\d{1,12}$/.test(found)) throw invalidRequest('not a non-negative integer', name)
      return Number(found)
    },
    flag: (name) => {
      const found = text(name)
      if (found === undefined) return undefined
      if (found !== 'true' && found !== 'false') throw invalidRequest('must be true or false', name)
      return found === 'true'
    },
    choice: (name, words) => {
      const found = text(name)
      if (found === undefined) return undefined
      const word = words.find((each) => each === found)
      if (word === undefined) throw invalidRequest(`must be one of ${words.join(', ')}`, name)
      return word
    },
  }
}

/** sort_by is also sortBy. */
const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
