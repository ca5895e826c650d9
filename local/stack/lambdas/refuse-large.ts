/** An answer that Lambda would not hand over is handed over by nobody here. */

/** Lambda takes so many bytes of JSON. */
const MOST_BYTES = 6_291_556

/** Every character of a text takes six bytes of JSON at most, so most answers need not be written to be measured. */
const FEW = MOST_BYTES / 6 - 10_000

/** Throws in Lambda's words. `body` is the text of an answer of HTTP, beside which all else is short. */
export const refuseLarge = (answer: unknown): void => {
  const { body } = (answer ?? {}) as { readonly body?: unknown }
  if (typeof body !== 'string' || body.length < FEW) return
  if (Buffer.byteLength(JSON.stringify(answer)) > MOST_BYTES)
    throw new Error(`Response payload size exceeded maximum allowed payload size (${MOST_BYTES} bytes).`)
}
