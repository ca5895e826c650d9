/** How long a call of an adapter may take in a rehearsal. */
export const signal = (): AbortSignal => AbortSignal.timeout(20_000)
