/** New ids and random bytes of a test: the same in every run with the same seed. */

import { v7 } from 'uuid'
import type { Ids } from '#ports/kernel/ids.ts'
import { seededRandom } from '#simulators/engine/world/seeded-random.ts'
import { runSeed } from './run/plays.ts'

export const seededIds = (clock: () => number): Ids => {
  const random = seededRandom(`ids:${runSeed()}`)
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => random.whole(0, 255))
  return { uuid: () => v7({ msecs: clock(), random: bytes(16) }), random: bytes }
}
