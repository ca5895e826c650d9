/** Runs the service until a signal, and shows events in the terminal. */

import { failureOfRun } from './failure-of-run.ts'
import { failureOfStart } from './failure-of-start.ts'
import { startLive } from './live/start-live.ts'
import { startOf } from './live/start-of.ts'
import { welcomeLive } from './live/welcome-live.ts'
import { readableLine } from './readable-log.ts'
import { openedReplay } from './replay/opened-replay.ts'
import { onLauncherGone } from './stack/launcher.ts'
import type { StackOptions } from './stack/service-options.ts'
import { startService } from './stack/start-service.ts'
import type { StartOptions } from './start-options.ts'
import { welcome } from './welcome.ts'

export const runInTerminal = async (options: StartOptions): Promise<void> => {
  const { port, dir, jsonLogs, accounts, record } = options
  onLauncherGone(() => process.kill(process.pid, 'SIGTERM'))
  const say = jsonLogs ? console.error : console.log
  const log = jsonLogs || !process.stdout.isTTY ? console.log : logInWords
  const progress = (text: string): void => say(`${process.uptime().toFixed(1).padStart(5)} s  ${text}`)
  const service = await started(options, { log, progress }).catch((error: unknown) => {
    console.error(failureOfStart(error, { port, dir, command: startOf(accounts) }))
    process.exit(1)
  })
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
  say(await service.welcome())
  if (record !== '') say(`Recording the markets that are followed, in ${record}`)
}

type Outputs = Required<Pick<StackOptions, 'log' | 'progress'>>

/** Starts the service with the exchanges of the options. */
const started = async (
  { hosts, accounts, port, dir, fresh, cache, quotas, record, replay }: StartOptions,
  outputs: Outputs,
) => {
  const options = { port, dir, fresh, settings: { quotas, record }, ...outputs }
  if (hosts === null) {
    const played = replay === null ? {} : { replay: await openedReplay(replay, outputs.progress) }
    const service = await startService({ ...options, ...played, cache })
    return { stop: service.stop, welcome: () => welcome(service, dir) }
  }
  const service = await startLive({ ...options, accounts, hosts })
  return { stop: service.stop, welcome: () => welcomeLive(service, { accounts, hosts, dir }, outputs.progress) }
}

const logInWords = (line: string): void => {
  const words = readableLine(line)
  if (words !== null) console.log(words)
}
