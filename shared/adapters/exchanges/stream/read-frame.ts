/** A message of a socket as JSON. */

import { brokenLimit } from '../http/json-limits.ts'

/** Undefined for what is no JSON, such as the answer to a ping, and for what breaks the bounds on an exchange's words. */
export const readFrame = (text: string): unknown => {
  try {
    return brokenLimit(text) === null ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
