/** One plain read of an exchange, beside the adapters: headers and answers that the port does not show. */

const PATIENCE_MS = 10_000

export interface PlainAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The whole answer. Throws, in words that name the address, when none comes. */
export const readExchange = async (
  url: string | URL,
  headers: Readonly<Record<string, string>> = {},
  { method = 'GET', body }: { readonly method?: string; readonly body?: string | undefined } = {},
): Promise<PlainAnswer> => {
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        'user-agent': 'prediction-market-trading/1.0',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      // A path that has moved is to be seen.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  } catch (error) {
    throw new Error(`No answer from ${withoutQuery(url)}: ${whyIn(error)}.`, { cause: error })
  }
}

/** The JSON of a 200; null for any other answer. */
export const jsonOf = ({ status, text }: PlainAnswer): unknown => (status === 200 ? JSON.parse(text) : null)

const withoutQuery = (url: string | URL): string => String(url).replace(/\?.*/, '')

/** `fetch` hides the cause of a lost connection one level down, and an address without one is one of several. */
const whyIn = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `it takes longer than ${PATIENCE_MS / 1_000} s`
  const { cause } = error
  return cause === undefined ? error.message : whyIn(cause instanceof AggregateError ? cause.errors[0] : cause)
}
