/** Size of a value within an answer: a function returns its body as a text within JSON, which escapes quotes and backslashes once more. */

/** In bytes. A value of many quotes needs up to twice the bytes that a client receives. */
export const bytesInAnswer = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(value))) - QUOTES

/** The two around the text. */
const QUOTES = 2
