/** A refusal of the service as an exception, for programs that prefer one to a value. */

import type { components } from './openapi-types.ts'

type Invalid = components['schemas']['ValidationItem']

export class TradingError extends Error {
  readonly status: number
  /** Stable and for programs; `invalid` for a 422, `unknown` where the answer is not one of the service. */
  readonly code: string
  /** The faults of each field, for a 422. */
  readonly faults: readonly Invalid[]

  constructor(status: number, code: string, detail: string, faults: readonly Invalid[] = []) {
    super(detail)
    this.name = 'TradingError'
    this.status = status
    this.code = code
    this.faults = faults
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
  const { code, detail } = (answer.error ?? {}) as { readonly code?: unknown; readonly detail?: unknown }
  if (Array.isArray(detail)) {
    const faults = detail as readonly Invalid[]
    const words = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
    throw new TradingError(status, 'invalid', words, faults)
  }
  if (typeof code === 'string') throw new TradingError(status, code, String(detail))
  throw new TradingError(status, 'unknown', `The service answered ${status}.`)
}
