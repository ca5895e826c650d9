/** A schedule on one machine reports a run that failed, but not a run that was cut off because the service ends. */

import { expect, it } from 'vitest'
import { startSchedules } from '#local/stack/lambdas/schedules.ts'

/** Starts a schedule whose first run fails when the test says so. */
const failing = () => {
  const lines: string[] = []
  const { promise, reject } = Promise.withResolvers<never>()
  const lambda = { invoke: () => promise, stop: async () => undefined }
  const schedules = startSchedules([{ spec: { name: 'watch-prices', everyMinutes: 1 }, lambda }], (line) => {
    lines.push(line)
  })
  const fail = async (why: string): Promise<readonly string[]> => {
    reject(new Error(why))
    await promise.catch(() => undefined)
    await Promise.resolve()
    return lines
  }
  return { schedules, fail }
}

it('a run that failed is an error of the log', async () => {
  const { schedules, fail } = failing()
  expect(await fail('no memory')).toEqual([expect.stringContaining('"level":"error"')])
  schedules.stop()
})

it('a run that the end of the service has cut off is none: the doctor would find the next start ill', async () => {
  const { schedules, fail } = failing()
  schedules.stop()
  expect(await fail('watch-prices was stopped')).toEqual([])
})
