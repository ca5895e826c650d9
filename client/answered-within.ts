/** A `fetch` that gives up when the whole answer has not come in time: a service that is stopped, or that a network no longer reaches, says nothing. */

type Fetch = (request: Request) => Promise<Response>

/** Throws the `TimeoutError` of `AbortSignal.timeout`. */
export const answeredWithin =
  (send: Fetch, ms: number): Fetch =>
  (request) =>
    send(new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(ms)]) }))
