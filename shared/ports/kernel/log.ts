/** Structured log lines and metrics. Fields are ids and numbers, never secrets or bodies. */

/** Fields of a log line. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Log {
  /** A step that helps to follow the work. */
  info(message: string, fields?: LogFields): void
  /** An unusual event that the service handles: an exchange that does not answer, a conflict, a damaged row. */
  warn(message: string, fields?: LogFields): void
  /** The service itself failed, and a person is notified. Failures of exchanges and mistakes of users are not errors. */
  error(message: string, fields?: LogFields): void
  /** Adds a value to a metric (CloudWatch embedded metric format). */
  metric(name: string, value: number, fields?: LogFields): void
}

/** Returns a handler for `catch` that writes a line with the fields and the error, so that the caller continues. */
export const logged =
  (log: Log, level: 'warn' | 'error', message: string, fields: LogFields = {}) =>
  (error: unknown): void =>
    log[level](message, { ...fields, error: String(error) })
