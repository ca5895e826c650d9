/** Shows the answer of a list as CSV to a client that accepts CSV rather than JSON. */

import { toCsv } from '#contract/kernel/lists/csv.ts'
import type { HttpAnswer } from './answer.ts'
import { headerWeights } from './header-weights.ts'

/** Rows of a list as CSV. */
export interface CsvRows {
  readonly columns: readonly string[]
  /** Returns the rows in the body of the answer. */
  readonly rowsOf: (body: Readonly<Record<string, unknown>>) => ReadonlyArray<Readonly<Record<string, unknown>>>
}

interface ListRequest {
  readonly rawPath: string
  readonly rawQueryString: string
  /** Headers in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Returns the answer as CSV if the client prefers that. Refusals stay JSON. The header `link` has the next page. */
export const csvAnswer = (answer: HttpAnswer, request: ListRequest, csv: CsvRows | undefined): HttpAnswer => {
  if (csv === undefined || answer.statusCode !== 200 || !prefersCsv(request.headers['accept'])) return answer
  const body = JSON.parse(answer.body ?? '{}')
  const next = nextOf(request, body.next_cursor)
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'content-type': 'text/csv; charset=utf-8; header=present',
      vary: 'accept',
      ...(next !== null && { link: `<${next}>; rel="next"` }),
    },
    body: toCsv(csv.columns, csv.rowsOf(body)),
  }
}

/** True if the client names CSV, with at least the weight of JSON. */
const prefersCsv = (accepts = ''): boolean => {
  const weights = headerWeights(accepts)
  const weight = weights.get('text/csv') ?? 0
  return weight > 0 && weight >= (weights.get('application/json') ?? 0)
}

/** Returns the path of the next page; null if nothing follows. */
const nextOf = ({ rawPath, rawQueryString }: ListRequest, cursor: unknown): string | null => {
  if (typeof cursor !== 'string') return null
  const query = new URLSearchParams(rawQueryString)
  query.delete('offset')
  query.set('cursor', cursor)
  return `${rawPath}?${query}`
}
