/** Structured log lines and metrics. Fields are ids and numbers, never secrets or bodies. */

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  /** The service itself failed, and a person is notified. Failures of exchanges and mistakes of users are not errors. */
  error(message: string, fields?: LogFields): void
  /** Counts something (CloudWatch embedded metric format). */
  metric(name: string, value: number, fields?: LogFields): void
}

/** Returns a handler for `catch` that writes a line with the fields and the error, so that the caller continues. */
export const logged =
  (log: Log, level: 'warn' | 'error', message: string, fields: LogFields = {}) =>
  (error: unknown): void =>
    log[level](message, { ...fields, error: String(error) })
