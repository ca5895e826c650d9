/** Notices that the `npm` which started this process is gone: killed, it takes nobody along and leaves us running unseen. */

import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 250

/** Calls once when the launcher is gone. Does nothing if no npm started us, or without `/proc`. */
export const onLauncherGone = (gone: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const watched = launchers()
  const timer = setInterval(() => {
    if (watched.every(([child, parent]) => parentOf(child) === parent)) return
    clearInterval(timer)
    gone()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** Processes that must keep their parent: ours, and the shell between npm and ours, if there is one. */
const launchers = (): ReadonlyArray<readonly [number, number]> => {
  const parent = parentOf(process.pid)
  if (parent === null) return []
  const grandparent = isShell(parent) ? parentOf(parent) : null
  return [[process.pid, parent], ...(grandparent === null ? [] : [[parent, grandparent] as const])]
}

/** Null when the process is gone or there is no /proc. */
const parentOf = (pid: number): number | null => {
  const stat = read(`/proc/${pid}/stat`)
  // The name in parentheses may hold anything; what follows the last one is plain: state, parent, …
  const parent = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(1)
  return parent === undefined ? null : Number(parent)
}

/** `sh -c node local/start.ts` */
const isShell = (pid: number): boolean => read(`/proc/${pid}/cmdline`)?.split('\0')[1] === '-c'

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
