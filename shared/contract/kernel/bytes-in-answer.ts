/**
 * What a value takes of an answer: a function hands its body over as a text within JSON, where quotes and backslashes are written once
 * more.
 */

/** In bytes. A value of many quotes takes up to twice as many as a client receives. */
export const bytesInAnswer = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(value))) - QUOTES

/** The two around the text. */
const QUOTES = 2
