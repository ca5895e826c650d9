/** Opens the recording of a replay, and says what it holds. */

import { type OpenedRecording, openRecording, RecordingUnusable } from '#simulators/replay/open-recording.ts'
import { CannotStart } from '../cannot-start.ts'
import type { ReplayChoice } from './chosen-replay.ts'

/** Throws `CannotStart` for a folder that cannot be replayed. */
export const openedReplay = async (
  { folder, speed }: ReplayChoice,
  progress: (text: string) => void,
): Promise<{ readonly recording: OpenedRecording; readonly speed: number }> => {
  progress(`reading the recording in ${folder}`)
  const recording = await openRecording(folder).catch((error: unknown) => {
    throw error instanceof RecordingUnusable ? new CannotStart(error.message) : error
  })
  const { from, to, unreadable, parts } = recording
  const markets = Object.values(parts).reduce((sum, part) => sum + part.markets.length, 0)
  const minutes = Math.ceil((to - from) / speed / 60_000)
  progress(
    `${markets} markets from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}: ${minutes} minutes at speed ${speed}`,
  )
  if (unreadable > 0) progress(`${unreadable} lines cannot be read and are left out`)
  return { recording, speed }
}
