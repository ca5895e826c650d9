/** One JSON object a line on standard output, as CloudWatch wants it; metrics in its embedded metric format. */

import type { Clock } from '#ports/clock.ts'
import type { Log, LogFields } from '#ports/log.ts'

const NAMESPACE = 'Trading'

/** `base` stands on every line (function, request id). */
export const jsonLog = (clock: Clock, base: LogFields, write: (line: string) => void): Log => {
  const line = (level: string, message: string, fields: LogFields | undefined): void =>
    write(JSON.stringify({ level, message, time: new Date(clock()).toISOString(), ...base, ...fields }))
  return {
    info: (message, fields) => line('info', message, fields),
    warn: (message, fields) => line('warn', message, fields),
    error: (message, fields) => line('error', message, fields),
    metric: (name, value, fields) => {
      const dimensions = Object.keys(fields ?? {})
      const metrics = [{ Namespace: NAMESPACE, Dimensions: [dimensions], Metrics: [{ Name: name }] }]
      write(
        JSON.stringify({ _aws: { Timestamp: clock(), CloudWatchMetrics: metrics }, ...base, ...fields, [name]: value }),
      )
    },
  }
}
