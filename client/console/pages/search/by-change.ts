/** Markets by the size of their change within a day, up or down. Equal ones keep their order. */

import { changeOf } from '../../parts/market-rows/change-of.ts'
import type { Course } from '../../parts/market-rows/course.ts'

/** Ids in the new order. A market without a known change counts as one that did not move. */
export const byChange = (
  svcIds: readonly number[],
  courseOf: (svcId: number) => Course | null,
  nowS: number,
): readonly number[] => {
  const sizes = new Map(svcIds.map((svcId) => [svcId, Math.abs(changeOf(courseOf(svcId) ?? [], null, nowS) ?? 0)]))
  return svcIds.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))
}
