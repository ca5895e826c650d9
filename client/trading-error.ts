/** A refusal of the service as an exception, for programs that prefer one to a value. */

import type { components } from './openapi-types.ts'

type Invalid = components['schemas']['ValidationItem']

interface More {
  readonly faults?: readonly Invalid[]
  readonly docUrl?: string | null
}

export class TradingError extends Error {
  readonly status: number
  /** Stable and for programs; `invalid` for a 422, `unknown` where the answer is not one of the service. */
  readonly code: string
  /** The faults of each field, for a 422. */
  readonly faults: readonly Invalid[]
  /** Page of the service about the code; null if the service did not answer itself. */
  readonly docUrl: string | null

  constructor(status: number, code: string, detail: string, more: More = {}) {
    super(detail)
    this.name = 'TradingError'
    this.status = status
    this.code = code
    this.faults = more.faults ?? []
    this.docUrl = more.docUrl ?? null
  }
}

/** The data of an answer. Throws a `TradingError` for a refusal. */
export const dataOf = <Data>(answer: {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}): Data => {
  if (answer.data !== undefined) return answer.data
  const { status } = answer.response
  const body: Readonly<Record<string, unknown>> = isObject(answer.error) ? answer.error : {}
  const { code, detail, doc_url, hint } = body
  const docUrl = typeof doc_url === 'string' ? doc_url : null
  if (Array.isArray(detail)) {
    const faults = detail as readonly Invalid[]
    const words = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
    const message = typeof hint === 'string' ? `${words}. ${hint}` : words
    throw new TradingError(status, 'invalid', message, { faults, docUrl })
  }
  if (typeof code === 'string') throw new TradingError(status, code, String(detail), { docUrl })
  throw new TradingError(status, 'unknown', `The service answered ${status}.`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
