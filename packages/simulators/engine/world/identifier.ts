/** Identifiers that look random and are not: the same seed and number always give the same UUID. */

import { createHash } from 'node:crypto'

export const identifier = (seed: number | string, number: number | string): string => {
  const hex = createHash('sha256').update(`${seed}:${number}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
