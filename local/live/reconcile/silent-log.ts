import type { Log } from '#ports/kernel/log.ts'

/** Log of reads whose failures are reported in other words. */
export const SILENT_LOG: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  metric: () => undefined,
}
