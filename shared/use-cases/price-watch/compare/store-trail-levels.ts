/** Stores trail levels that have moved. A watch that starts later continues from the stored levels. */

import { type Log, logged } from '#ports/kernel/log.ts'
import { type RatchetStopDeps, ratchetStop } from '../../contingent/fire/ratchet-stop.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { TrailLevels } from './trail-levels.ts'

export interface StoreTrailLevelsDeps extends RatchetStopDeps {
  readonly memory: { readonly trails: TrailLevels }
  readonly log: Log
}

const WRITES_AT_ONCE = 32

/** Stores each level at most once in five seconds. Never throws. */
export const storeTrailLevels = async (deps: StoreTrailLevelsDeps): Promise<void> => {
  const { trails } = deps.memory
  await mapConcurrent(WRITES_AT_ONCE, trails.dueForStorage(deps.clock()), async ({ complexOrderId, level }) => {
    trails.recordWrite(complexOrderId, deps.clock())
    await ratchetStop(deps, complexOrderId, level).then(
      (stored) => {
        if (stored === 'not_armed') trails.forget(complexOrderId)
        else trails.recordStored(complexOrderId, stored)
      },
      logged(deps.log, 'warn', 'where a trailing stop stands could not be stored; it is tried again', {
        complexOrderId,
      }),
    )
  })
}
