/** The ids of the orders of one batch, which follow from the id of the batch. */

/**
 * Returns UUIDs of version 7 that count up from the id of the batch. A repeated request gives each of its orders the
 * same id.
 */
export const batchOrderId = (batchId: string, index: number): string => {
  const head = batchId.slice(0, -LAST)
  const tail = (BigInt(`0x${batchId.slice(-LAST)}`) + BigInt(index)) % 16n ** BigInt(LAST)
  return head + tail.toString(16).padStart(LAST, '0')
}

/** The last group of a UUID: 48 random bits. */
const LAST = 12
