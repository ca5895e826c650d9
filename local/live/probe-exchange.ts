/** Asks an exchange for its time, which also shows whether it can be reached. */

export type Probe =
  /** `aheadMs` is how far the clock of this machine is ahead; null for an answer without a date. */
  | { readonly isReached: true; readonly aheadMs: number | null }
  | { readonly isReached: false; readonly trouble: string }

/** Any answer will do, also a refusal: each carries the header `Date`, in whole seconds. */
export const probeExchange = async (address: string, now: () => number, timeoutMs = 5_000): Promise<Probe> => {
  const askedAt = now()
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
    await reply.body?.cancel()
    const dated = Date.parse(reply.headers.get('date') ?? '')
    const between = (askedAt + now()) / 2
    return { isReached: true, aheadMs: Number.isNaN(dated) ? null : Math.round(between - dated - HALF_A_SECOND) }
  } catch (error) {
    return { isReached: false, trouble: troubleOf(error) }
  }
}

/** Mean of the part that the header leaves out. */
const HALF_A_SECOND = 500

/** `fetch` hides the reason in the cause. */
const troubleOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' && !cause.message.includes(cause.code)
    ? `${cause.code} ${cause.message}`.trim()
    : cause.message
}
