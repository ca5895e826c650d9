/** Orders of all kinds while exchanges fail and the service is killed again and again: none lost, none doubled, none misread. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runSeed } from '../support/run/plays.ts'
import { pause } from './faults.ts'
import { type Played, play } from './play.ts'
import { reportOf } from './report.ts'
import { judge, type Verdict } from './verdict.ts'

const {
  CHAOS_REQUESTS = '300',
  CHAOS_PER_SECOND = '6',
  CHAOS_MINUTES = '4',
  CHAOS_QUIET_S = '150',
  CHAOS_FOLDER = tmpdir(),
} = process.env

const HOURS_MS = 7_200_000

it('every order ends as its exchange knows it, after all kinds of faults and frequent kills', {
  timeout: HOURS_MS,
}, async () => {
  mkdirSync(CHAOS_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(CHAOS_FOLDER, 'chaos-'))
  const options = {
    seed: runSeed(),
    requests: Number(CHAOS_REQUESTS),
    perSecond: Number(CHAOS_PER_SECOND),
    minutes: Number(CHAOS_MINUTES),
    quietS: Number(CHAOS_QUIET_S),
    folder,
  }
  const played = await play(options)
  try {
    const verdict = await judgeAtRest(played)
    console.log(reportOf(options, played, verdict))
    const broken = verdict.rules.filter(({ cases }) => cases.length > 0)
    expect(broken, `the data is kept in ${folder}`).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  } finally {
    await played.stop()
  }
})

/** Repeats the check: an order may expire during it, here a second later than there. Such differences vanish, and errors stay. */
const judgeAtRest = async (played: Played): Promise<Verdict> => {
  for (let looks = 1; ; looks += 1) {
    const verdict = await judge(played)
    if (looks === LOOKS || verdict.rules.every(({ cases }) => cases.length === 0)) return verdict
    await pause(10_000, new AbortController().signal)
  }
}

const LOOKS = 4
