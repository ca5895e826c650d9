/** Endpoints of this service, called over HTTP in the name of a caller. */

import type { PreparedRequest } from '#domain/agents/prepared-request.ts'

export interface EndpointAnswer {
  readonly status: number
  /** JSON value; null for no body. */
  readonly body: unknown
}

/** Headers that authenticate the caller, as they came in. */
export interface KeyHeaders {
  readonly 'x-api-key'?: string | undefined
  readonly authorization?: string | undefined
}

export interface OwnEndpoints {
  /** Sends the request under that `Idempotency-Key`, if there is one. Throws `EndpointSilent` if no answer arrives. */
  call(
    request: PreparedRequest,
    headers: KeyHeaders & { readonly 'idempotency-key'?: string },
    signal: AbortSignal,
  ): Promise<EndpointAnswer>
}

/** An endpoint of this service has not answered. The effect of the request is unknown. */
export class EndpointSilent extends Error {
  constructor(cause: unknown) {
    super('an endpoint of this service has not answered', { cause })
    this.name = 'EndpointSilent'
  }
}
