/** Asks each half second until it is so; false when it never was in that time. Throws only what the last question threw. */
export const within = async (ms: number, isSo: () => Promise<boolean>): Promise<boolean> => {
  const until = performance.now() + ms
  for (;;) {
    const isLast = performance.now() + 500 >= until
    if (await isSo().catch((error: unknown) => (isLast ? Promise.reject(error) : false))) return true
    if (isLast) return false
    await new Promise((done) => setTimeout(done, 500))
  }
}
