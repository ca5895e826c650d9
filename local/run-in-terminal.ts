/** Runs the service until a signal, and shows events in the terminal. */

import { failureOfRun } from './failure-of-run.ts'
import { failureOfStart } from './failure-of-start.ts'
import { readableLine } from './readable-log.ts'
import { onLauncherGone } from './stack/launcher.ts'
import { startService } from './stack/start-service.ts'
import type { StartOptions } from './start-options.ts'
import { welcome } from './welcome.ts'

export const runInTerminal = async ({ port, dir, fresh, cache, jsonLogs, quotas }: StartOptions): Promise<void> => {
  onLauncherGone(() => process.kill(process.pid, 'SIGTERM'))
  const say = jsonLogs ? console.error : console.log
  const log = jsonLogs || !process.stdout.isTTY ? console.log : logInWords
  const progress = (text: string): void => say(`${process.uptime().toFixed(1).padStart(5)} s  ${text}`)
  const service = await startService({ port, dir, fresh, cache, log, progress, settings: { quotas } }).catch(
    (error: unknown) => {
      console.error(failureOfStart(error, { port, dir, command: 'npm start' }))
      process.exit(1)
    },
  )
  process.on('uncaughtException', (error) => {
    console.error(failureOfRun(error, dir))
    process.exit(1)
  })
  let stoppingSince: number | null = null
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== null) {
      // A person who presses Ctrl-C again does not want to wait; npm may pass on the first one twice.
      if (signal === 'SIGINT' && Date.now() - stoppingSince > 1_000) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    say('\nStopping; orders go on where they are at the next start.')
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  progress('waiting for the first sync of the market catalogue')
  say(await welcome(service, dir))
}

const logInWords = (line: string): void => {
  const words = readableLine(line)
  if (words !== null) console.log(words)
}
