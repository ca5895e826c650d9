/** One JSON object a line on standard output, as CloudWatch wants it; metrics in its embedded metric format. */

import type { Clock } from '#ports/kernel/clock.ts'
import type { Log, LogFields } from '#ports/kernel/log.ts'
import { requestIdNow } from './request-trace.ts'

/** Of the metrics of one deployment: those of another stage have a namespace of their own. */
export const namespaceOf = (stage: string): string => (stage === '' ? 'Trading' : `Trading/${stage}`)

/** Counts the error lines of all functions together. */
export const FAILURES = 'Failures'

/**
 * `base` stands on every line (function), and so does the id of the request that is worked for. An error is counted by the line that tells it, so none goes unseen.
 * `namespace` is that of its metrics.
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
