/** Waits a limited time for slow work. */

/** Returns null if the work takes longer. The work continues, and its result is ignored. */
export const withTimeout = <Value>(work: Promise<Value>, withinMs: number): Promise<Value | null> => {
  const late = AbortSignal.timeout(withinMs)
  return Promise.race([
    work,
    new Promise<null>((resolve) => {
      late.addEventListener('abort', () => resolve(null), { once: true })
    }),
  ])
}
