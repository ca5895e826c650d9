/** Adds a notification to the list: newest first, each event once, and fills of one order within seconds together. */

import type { Entry } from './entry.ts'
import { fillText } from './fill-text.ts'

const MOST = 100
/** Ids that are remembered of one line. */
const MOST_IDS = 50
const TOGETHER_MS = 10_000

/** Returns the same list if the event is in it. */
export const withEntry = (entries: readonly Entry[], entry: Entry): readonly Entry[] => {
  if (entries.some(({ ids }) => ids.includes(entry.key))) return entries
  const { fills } = entry
  const before = entries.find((one) => isTogether(one, entry))
  if (fills === null || before?.fills == null) return [entry, ...entries].slice(0, MOST)
  const sum = { ...fills, qty: before.fills.qty + fills.qty, cost: before.fills.cost + fills.cost }
  const ids = [...before.ids, entry.key].slice(-MOST_IDS)
  const joined = { ...entry, key: before.key, ids, fills: sum, text: fillText(sum) }
  return [joined, ...entries.filter((one) => one !== before)]
}

const isTogether = (one: Entry, entry: Entry): boolean =>
  one.fills !== null && one.about === entry.about && Date.parse(entry.at) - Date.parse(one.at) <= TOGETHER_MS
