/** The whole service as `npm start` runs it, on a free port and in a folder of its own. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningService, type ServiceOptions, startService } from '#local/stack/start-service.ts'

/** `dir` is its folder, as `.local` is that of `npm start`. */
export const startOwnService = async (
  options: Pick<ServiceOptions, 'bot' | 'log'> = {},
): Promise<RunningService & { readonly dir: string }> => {
  const dir = mkdtempSync(join(tmpdir(), 'service-'))
  const service = await startService({ port: 0, dir, cache: true, ...options })
  return {
    ...service,
    dir,
    stop: async () => {
      await service.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
