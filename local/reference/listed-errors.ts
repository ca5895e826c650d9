/** Every code of a refusal with its sentences, endpoints and advice, made from the declarations of the endpoints. */

import type { DescribedEndpoint } from '#contract/openapi/openapi-document.ts'
import { COMMON_FAILURES, COMMON_REFUSALS } from '#contract/openapi/responses.ts'
import { STREAM_PATH } from '#contract/streams/stream-path.ts'
import { ADVICE, type Advice } from './error-advice.ts'

export interface ListedError {
  readonly code: string
  readonly cases: ReadonlyArray<{
    readonly status: number
    readonly when: string
    /** Endpoints that may answer so, in Markdown. */
    readonly where: readonly string[]
  }>
  readonly advice: Advice
}

/** Returns all codes by status. Throws if a code has no advice, or if nothing refuses with the code of an advice. */
export const listedErrors = (endpoints: readonly DescribedEndpoint[]): readonly ListedError[] => {
  const common = [...COMMON_REFUSALS, ...FRAME_REFUSALS, ...COMMON_FAILURES].map((refusal) => ({
    where: ALL,
    ...refusal,
  }))
  const commonCodes = new Set(common.map(({ code }) => code))
  const declared = endpoints.flatMap(({ method, path, refusals = [] }) =>
    refusals.map((refusal) => ({ ...refusal, where: `\`${method} ${path}\`` })),
  )
  const all: readonly Refusal[] = [...common, ...declared.filter(({ code }) => !commonCodes.has(code))]
  const byCode = Map.groupBy(
    all.toSorted((a, b) => a.status - b.status),
    ({ code }) => code,
  )
  for (const code of Object.keys(ADVICE)) if (!byCode.has(code)) throw new Error(`nothing refuses with ${code}`)
  return [...byCode].map(listed)
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly when: string
  readonly where: string
}

const listed = ([code, refusals]: readonly [string, readonly Refusal[]]): ListedError => {
  const advice = ADVICE[code]
  if (advice === undefined) throw new Error(`advise on ${code} in local/reference/error-advice.ts`)
  const cases = [...Map.groupBy(refusals, ({ status, when }) => `${status} ${when}`).values()].flatMap((group) => {
    const [first] = group
    return first === undefined
      ? []
      : [{ status: first.status, when: first.when, where: group.map(({ where }) => where) }]
  })
  return { code, cases, advice }
}

/** The endpoints of a refusal that each endpoint may answer, if its subject can occur there. */
const ALL = 'all'

/** Refusals that no single endpoint declares. */
const FRAME_REFUSALS: ReadonlyArray<Omit<Refusal, 'where'> & { readonly where?: string }> = [
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
