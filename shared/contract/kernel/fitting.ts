/** Ends a page of a list where its answer is full: the gateway passes 6 MB, and refuses more. */

/** In bytes, of the list alone. */
const MOST_BYTES = 5_000_000 - 2_000

/** How many of these records, from the first one on, one answer holds; at least one. */
export const fitting = (records: readonly unknown[]): number => {
  let bytes = 0
  const tooMany = records.findIndex((record) => {
    bytes += Buffer.byteLength(JSON.stringify(record)) + 1
    return bytes > MOST_BYTES
  })
  return tooMany < 0 ? records.length : Math.max(1, tooMany)
}
