/** EventBridge on one machine: each schedule at its interval, one run at a time unless its declaration allows more. */

import type { ScheduleSpec } from '#lambda/declaration.ts'
import type { Lambda } from './start-lambda.ts'

export interface LocalSchedules {
  /** Starts a run now, as its interval does. */
  run(name: string): void
  stop(): void
}

export const startSchedules = (
  schedules: ReadonlyArray<{
    readonly spec: Pick<ScheduleSpec, 'name' | 'everyMinutes' | 'overlaps'>
    readonly lambda: Lambda
  }>,
  log: (line: string) => void = console.log,
): LocalSchedules => {
  let isOver = false
  const runs = new Map<string, () => void>()
  const timers = schedules.map(({ spec, lambda }) => {
    let running = false
    const run = async (): Promise<void> => {
      if (running && spec.overlaps !== true) return
      running = true
      try {
        await lambda.invoke({})
      } catch (error) {
        // A run that the end of the service cuts off is taken up by the next start.
        if (!isOver)
          log(JSON.stringify({ level: 'error', message: 'schedule', schedule: spec.name, error: String(error) }))
      } finally {
        running = false
      }
    }
    // At once as well: what a killed service left behind is taken up without waiting for the minute.
    void run()
    runs.set(spec.name, () => void run())
    return setInterval(() => void run(), spec.everyMinutes * 60_000)
  })
  return {
    run: (name) => runs.get(name)?.(),
    stop: () => {
      isOver = true
      timers.forEach(clearInterval)
    },
  }
}
