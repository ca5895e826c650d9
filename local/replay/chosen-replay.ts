/** Reads `--replay` and `--speed`. */

import { resolve } from 'node:path'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { CannotStart } from '../cannot-start.ts'

export interface ReplayChoice {
  /** Folder of the recording. */
  readonly folder: string
  /** How many times as fast as it was recorded. */
  readonly speed: number
}

/** Data folder of a replay. Each start empties it. */
export const REPLAY_FOLDER = '.local-replay'

/** Above this, the service cannot follow what it sees. */
const FASTEST = 1_000

interface Given {
  readonly fresh: boolean
  readonly replay?: string | undefined
  readonly speed?: string | undefined
}

/** Returns null without `--replay`. Throws `CannotStart` for a speed that is none, and if data of another service would be deleted. */
export const chosenReplay = (given: Given, accounts: AccountKind, localDir: string): ReplayChoice | null => {
  const { replay, speed = '1', fresh } = given
  if (replay === undefined) {
    if (given.speed !== undefined)
      throw new CannotStart('--speed needs a recording: npm start -- --replay recordings --speed 60')
    return null
  }
  if (accounts !== 'simulated')
    throw new CannotStart('A replay has simulated exchanges and accounts. Leave --markets and --accounts out.')
  if (localDir !== '' && !fresh)
    throw new CannotStart(
      `A replay begins with empty data. Add --fresh, which deletes the data in ${localDir}, or leave LOCAL_DIR out: the data is then in ${REPLAY_FOLDER}.`,
    )
  const times = Number(speed)
  if (!(times > 0 && times <= FASTEST))
    throw new CannotStart(`--speed takes a number above 0 and up to ${FASTEST}, not "${speed}".`)
  return { folder: resolve(replay), speed: times }
}
