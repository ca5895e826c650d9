/** Notices that the `npm` which started this process is gone: a killed npm takes no process along and leaves this one running unseen. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const CHECK_EVERY_MS = 250

/** Calls once when the launcher is gone. Does nothing if no npm started this process. */
export const onLauncherGone = (gone: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const grandparent = parentOfShell(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === null || isAlive(grandparent))) return
    clearInterval(timer)
    gone()
  }, CHECK_EVERY_MS)
  timer.unref()
}

/** The npm behind `sh -c …`: some shells stay between npm and the command. Null if this process is no such shell. */
const parentOfShell = (pid: number): number | null => {
  const { parent, firstArgument } = fromProc(pid) ?? fromPs(pid) ?? {}
  return firstArgument === '-c' && parent !== undefined ? parent : null
}

interface ProcessFacts {
  readonly parent: number
  readonly firstArgument: string | undefined
}

/** Null without `/proc`, as on macOS. */
const fromProc = (pid: number): ProcessFacts | null => {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const command = orNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  if (stat === null || command === null) return null
  // The name in parentheses may hold anything. Plain fields follow the last one: state, parent, …
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(parent), firstArgument: command.split('\0')[1] }
}

/** Null without `ps`, as in small container images. */
const fromPs = (pid: number): ProcessFacts | null => {
  const line = orNull(() =>
    execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  if (line === null) return null
  const [parent, , firstArgument] = line.trim().split(/\s+/)
  return { parent: Number(parent), firstArgument }
}

/** Sends signal 0, which changes nothing and fails with ESRCH if the process is gone. */
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

const orNull = <Value>(read: () => Value): Value | null => {
  try {
    return read()
  } catch {
    return null
  }
}
