/**
 * Machine and commit of the figures. Each block of figures begins with them, because each part can be measured alone.
 */

import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

/** One sentence. Above a load average of 0.5 others were at work too when the run began. */
export const machineText = (): string => {
  const day = new Date().toISOString().slice(0, 10)
  const cpu = cpus()[0]?.model ?? 'unknown'
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  const busy = (loadavg()[0] ?? 0).toFixed(1)
  return `Measured ${day} at commit ${commit()}: ${cpus().length} cores (${cpu}), ${memoryGb} GB of memory, Node ${process.versions.node}, load average ${busy} when it began.`
}

/** The page itself may have changed: the run before this one wrote it. */
const commit = (): string => {
  const git = (...words: readonly string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', ':/', ':!/docs')
  return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' with changes'}`
}
