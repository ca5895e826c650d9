/** Ids that follow from a name. */

import { createHash } from 'node:crypto'

/** Returns a UUID v8 that is always the same for a name. */
export const uuidOfName = (name: string): string => {
  const drawn = createHash('sha256').update(name).digest('hex')
  return `${drawn.slice(0, 8)}-${drawn.slice(8, 12)}-8${drawn.slice(13, 16)}-8${drawn.slice(17, 20)}-${drawn.slice(20, 32)}`
}
