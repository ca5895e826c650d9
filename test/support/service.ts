/** The whole service as `npm start` runs it, on a free port and in a folder of its own. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { startLambda } from '#local/stack/lambdas/start-lambda.ts'
import type { ServiceOptions } from '#local/stack/service-options.ts'
import { type RunningService, startService } from '#local/stack/start-service.ts'

export type OwnService = RunningService & {
  readonly dir: string
  /** Passes each later line of the log to the listener. */
  readonly onEvent: (listen: (line: string) => void) => void
}

/**
 * The service has started, and its catalogue is there. `dir` is its folder, as `.local` is the folder of `npm start`. Its log is in files
 * there; errors are printed too.
 */
export const startOwnService = async (options: Pick<ServiceOptions, 'bot'> = {}): Promise<OwnService> => {
  const dir = mkdtempSync(join(tmpdir(), 'service-'))
  const listeners = [reportErrors]
  const log = (line: string): void => {
    for (const listen of listeners) listen(line)
  }
  const service = await startService({ port: 0, dir, cache: true, startLambda: kept, log, ...options })
  await Promise.all(EXCHANGE_NAMES.map((exchange) => untilListed(service, exchange)))
  return {
    ...service,
    dir,
    onEvent: (listen) => void listeners.push(listen),
    stop: async () => {
      await service.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A function that has run once stays in memory: starting its thread anew takes more of a processor than many calls. */
const kept: typeof startLambda = (options) => startLambda({ ...options, idleMs: 3_600_000 })

/** Markets of an exchange are found once its first sync has stored them, as `npm start` waits before it prints orders to try. */
const untilListed = async ({ baseUrl, apiKey }: RunningService, exchange: ExchangeName): Promise<void> => {
  const url = `${baseUrl}/v1/markets/search?exchange_name=${exchange}&limit=1`
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await fetch(url, { headers: { 'x-api-key': apiKey } })
    if (found.ok && ((await found.json()) as { total: number }).total > 0) return
    await wait(100)
  }
  throw new Error(`the service lists no market of ${exchange}`)
}

const reportErrors = (line: string): void => {
  if (line.includes('"level":"error"')) console.log(line)
}
