/** Waiting for what may be slow. */

/** Null where the work takes longer: what it would say is not known then. The work goes on. */
export const soon = <Value>(work: Promise<Value>, withinMs: number): Promise<Value | null> => {
  const late = AbortSignal.timeout(withinMs)
  return Promise.race([
    work,
    new Promise<null>((resolve) => {
      late.addEventListener('abort', () => resolve(null), { once: true })
    }),
  ])
}
