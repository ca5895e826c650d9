/** A `fetch` that sends a request again when its answer was lost or says that a later try can succeed. No request is carried out twice. */

type Fetch = (request: Request) => Promise<Response>

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000

/** Safe to send again: the service does the same once. */
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE'])

/** With that header the service carries out a POST once, however often it comes. */
const KEY = 'idempotency-key'

/**
 * Sends each request up to `retries` times more: after a lost answer, a 429 and a 5xx, at the time of `retry-after` or with growing waits.
 * While the service says that an earlier try is still carried out, it asks again without counting: the service ends that. A POST gets an
 * `Idempotency-Key` unless it has one. A PATCH is sent once, and so is an aborted request.
 */
export const retryingFetch =
  (send: Fetch, retries: number): Fetch =>
  async (request) => {
    const isKeyed = request.method === 'POST'
    if (isKeyed && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID())
    const isSafe = isKeyed || REPEATABLE.has(request.method)
    if (!isSafe || retries === 0) return send(request)
    for (let tried = 0; ; ) {
      const isLast = tried >= retries || request.signal.aborted
      try {
        // The body can be read once.
        const answer = await send(request.clone())
        const waits = !request.signal.aborted && (await isInFlight(answer))
        if (!waits && (isLast || !isPassing(answer.status))) return answer
        await wait(Math.max(waitMs(tried), retryAfterMs(answer)), request.signal)
        if (!waits) tried += 1
      } catch (error) {
        if (isLast || request.signal.aborted) throw error
        await wait(waitMs(tried), request.signal)
        tried += 1
      }
    }
  }

/** True if an earlier try under the same key is still carried out. */
const isInFlight = async (answer: Response): Promise<boolean> =>
  answer.status === 409 && (await answer.clone().text()).includes('"idempotency_in_flight"')

const isPassing = (status: number): boolean => status === 429 || status >= 500

const waitMs = (tried: number): number => FIRST_WAIT_MS * 2 ** tried * (0.5 + Math.random() / 2)

const retryAfterMs = ({ headers }: Response): number =>
  Math.min(LONGEST_WAIT_MS, 1_000 * (Number(headers.get('retry-after')) || 0))

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
