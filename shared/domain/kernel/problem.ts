/** A refusal of ours that a caller can act on: becomes `{"detail", "code", "request_id"}` with its HTTP status. */

export interface Problem {
  readonly problem: true
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 426 | 429 | 503
  /** Stable, snake_case. */
  readonly code: string
  /** One sentence that says what to do. */
  readonly detail: string
  /** The faulty place of a 422; `["body"]` if absent. Only read for status 422, which answers `HTTPValidationError`. */
  readonly loc?: ReadonlyArray<string | number>
  readonly headers?: Readonly<Record<string, string>>
}

/** A problem from its status, code and sentence. */
export const problem = (
  status: Problem['status'],
  code: string,
  detail: string,
  more: Pick<Problem, 'loc' | 'headers'> = {},
): Problem => ({ problem: true, status, code, detail, ...more })

/** With the refusal: in how many seconds the same request may pass. */
export const retryAfter = (seconds: number): Pick<Problem, 'headers'> => ({
  headers: { 'retry-after': String(seconds) },
})

/** A 429 of our own limits. */
export const tooManyRequests = (seconds: number): Problem =>
  problem(429, 'too_many_requests', `Too many requests. Try again in ${seconds} s.`, retryAfter(seconds))

/** A 503: an exchange does not answer. */
export const exchangeUnavailable = (detail: string, seconds: number): Problem =>
  problem(503, 'exchange_unavailable', detail, retryAfter(seconds))

/** A 404 for something the caller cannot see, whether it exists or not: never a 403, so that ids cannot be probed. */
export const notFound = (what: string): Problem => problem(404, 'not_found', `${what} not found`)

/** True if a result is a refusal. */
export const isProblem = (result: unknown): result is Problem =>
  typeof result === 'object' && result !== null && 'problem' in result && result.problem === true
