import { readFileSync } from 'node:fs'

/**
 * The most memory that this process held so far, in MB. Where Linux tells it, the mark of the process alone: the `maxRSS` of node counts
 * in that of the process that started it (getrusage(2): "resource usage metrics are preserved across an execve(2)").
 */
export const peakMemoryMb = (): number => {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    if (peak !== undefined) return Number(peak) / 1_024
  } catch {
    // No Linux.
  }
  return process.resourceUsage().maxRSS / 1_024
}
