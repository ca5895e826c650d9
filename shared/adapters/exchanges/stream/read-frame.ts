/** A message of a socket as JSON. */

import { brokenLimit } from '../http/json-limits.ts'

/** Returns undefined for a text that is no JSON, such as the answer to a ping, or that breaks the bounds of answers. */
export const readFrame = (text: string): unknown => {
  try {
    return brokenLimit(text) === null ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
