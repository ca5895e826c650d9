/** Table of docs/guides/errors.md: every code of a refusal, made from the declarations of the endpoints. */

import type { DescribedEndpoint } from '#contract/openapi/openapi-document.ts'
import { COMMON_FAILURES, COMMON_REFUSALS } from '#contract/openapi/responses.ts'
import { STREAM_PATH } from '#contract/streams/stream-path.ts'
import { ADVICE } from './error-advice.ts'
import { markdownTable } from './fill-tables.ts'

/**
 * Returns the table of codes by status. A code has a row for each of its sentences. Throws if there is advice for a code that nothing refuses
 * with.
 */
export const errorTable = (endpoints: readonly DescribedEndpoint[]): string => {
  const common = [...COMMON_REFUSALS, ...FRAME_REFUSALS, ...COMMON_FAILURES].map((refusal) => ({
    where: ALL,
    ...refusal,
  }))
  const commonCodes = new Set(common.map(({ code }) => code))
  const declared = endpoints.flatMap(({ method, path, refusals = [] }) =>
    refusals.map((refusal) => ({ ...refusal, where: `\`${method} ${path}\`` })),
  )
  const all: readonly ListedRefusal[] = [...common, ...declared.filter(({ code }) => !commonCodes.has(code))]
  const byCode = Map.groupBy(
    all.toSorted((a, b) => a.status - b.status),
    ({ code }) => code,
  )
  for (const code of Object.keys(ADVICE)) if (!byCode.has(code)) throw new Error(`nothing refuses with ${code}`)
  return markdownTable(HEAD, [...byCode].flatMap(rowsOf))
}

const HEAD = ['status', 'code', 'when', 'what to do', 'endpoints']

/** The endpoints of a refusal that each endpoint may answer, if its subject can occur there. */
const ALL = 'all'

interface ListedRefusal {
  readonly status: number
  readonly code: string
  readonly when: string
  readonly where: string
}

/** Refusals that no single endpoint declares. */
const FRAME_REFUSALS: ReadonlyArray<Omit<ListedRefusal, 'where'> & { readonly where?: string }> = [
  { status: 404, code: 'not_found', when: 'the thing or the path does not exist, or not for this caller' },
  { status: 405, code: 'method_not_allowed', when: 'the path exists under another method' },
  { status: 409, code: 'conflict', when: 'another change came at the same moment' },
  { status: 409, code: 'idempotency_in_flight', when: 'a request with the same `Idempotency-Key` is still running' },
  { status: 422, code: 'invalid_request', when: 'the request is invalid' },
  {
    status: 426,
    code: 'upgrade_required',
    when: 'the request does not ask for a WebSocket',
    where: `\`GET ${STREAM_PATH}\``,
  },
  {
    status: 503,
    code: 'out_of_time',
    when: 'an order of a batch was not placed in time',
    where: '`POST /v1/orders/batch`',
  },
]

/** Returns a row for each sentence of a code. The key of a group is the first three cells of its row. */
const rowsOf = ([code, refusals]: readonly [string, readonly ListedRefusal[]]): ReadonlyArray<readonly string[]> =>
  [...Map.groupBy(refusals, ({ status, when }) => `${status} | \`${code}\` | ${when}`)].map(([firstCells, group]) => [
    firstCells,
    ADVICE[code] ?? '',
    group.map(({ where }) => where).join(', '),
  ])
