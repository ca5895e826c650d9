/** The whole service as `npm start` runs it, on a free port and in a folder of its own. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLambda } from '#local/stack/lambdas/lambdas.ts'
import { type RunningService, type ServiceOptions, startService } from '#local/stack/start-service.ts'

/** `dir` is its folder, as `.local` is that of `npm start`. Its log is in files there; errors are printed too. */
export const startOwnService = async (
  options: Pick<ServiceOptions, 'bot' | 'log'> = {},
): Promise<RunningService & { readonly dir: string }> => {
  const dir = mkdtempSync(join(tmpdir(), 'service-'))
  const service = await startService({ port: 0, dir, cache: true, startLambda: kept, log: tellErrors, ...options })
  return {
    ...service,
    dir,
    stop: async () => {
      await service.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A function that has run once stays in memory: starting its thread anew takes more of a processor than many calls. */
const kept: typeof startLambda = (options) => startLambda({ ...options, idleMs: 3_600_000 })

const tellErrors = (line: string): void => {
  if (line.includes('"level":"error"')) console.log(line)
}
