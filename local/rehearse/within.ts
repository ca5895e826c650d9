/** Asks each half second until it is so; false when it never was in that time. */
export const within = async (ms: number, isSo: () => Promise<boolean>): Promise<boolean> => {
  const until = performance.now() + ms
  while (performance.now() < until) {
    if (await isSo()) return true
    await new Promise((done) => setTimeout(done, 500))
  }
  return false
}
