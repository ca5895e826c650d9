/** Folds many moments of one topic about one object into the first and the last. */

import type { Moment } from './moment.ts'

/** So many are shown one by one. */
const SHOWN = 3

/** `moments` are in order, and stay so. */
export const foldRepeats = (moments: readonly Moment[]): readonly Moment[] => {
  const groups = Map.groupBy(moments, ({ topic, about }) => `${topic} ${about}`)
  return moments.flatMap((moment) => {
    const all = groups.get(`${moment.topic} ${moment.about}`) ?? []
    if (moment.topic === null || all.length <= SHOWN || moment === all[0]) return [moment]
    if (moment !== all.at(-1)) return []
    return [{ ...moment, text: `${moment.text} (the last of ${all.length})` }]
  })
}
