/** Writes one JSON object a line to standard output, as CloudWatch expects; metrics in its embedded metric format. */

import type { Clock } from '#ports/kernel/clock.ts'
import type { Log, LogFields } from '#ports/kernel/log.ts'
import { requestIdNow } from './request-trace.ts'

/** Namespace of the metrics of a deployment: each stage has its own. */
export const namespaceOf = (stage: string): string => (stage === '' ? 'Trading' : `Trading/${stage}`)

/** Metric that counts the error lines of all functions together. */
export const FAILURES = 'Failures'

/**
 * `base` and the id of the current request are on every line. An error is counted by its own log line, so that none is missed. `namespace` is the
 * namespace of the metrics.
 */
export const jsonLog = (
  clock: Clock,
  base: LogFields,
  write: (line: string) => void,
  namespace = namespaceOf(''),
): Log => {
  const line = (level: string, message: string, fields: LogFields | undefined, counted: object = {}): void =>
    write(
      JSON.stringify({
        level,
        message,
        time: new Date(clock()).toISOString(),
        ...base,
        ...requestField(),
        ...fields,
        ...counted,
      }),
    )
  return {
    info: (message, fields) => line('info', message, fields),
    warn: (message, fields) => line('warn', message, fields),
    error: (message, fields) =>
      line('error', message, fields, { _aws: metadata(clock, namespace, FAILURES, []), [FAILURES]: 1 }),
    metric: (name, value, fields) => {
      const _aws = metadata(clock, namespace, name, Object.keys(fields ?? {}))
      write(JSON.stringify({ _aws, ...base, ...requestField(), ...fields, [name]: value }))
    },
  }
}

const requestField = (): LogFields => {
  const requestId = requestIdNow()
  return requestId === null ? {} : { requestId }
}

const metadata = (clock: Clock, namespace: string, name: string, dimensions: readonly string[]) => ({
  Timestamp: clock(),
  CloudWatchMetrics: [{ Namespace: namespace, Dimensions: [dimensions], Metrics: [{ Name: name }] }],
})
