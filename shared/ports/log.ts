/** Structured log lines and metrics. Fields are ids and numbers, never secrets or bodies. */

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  /** Something of ours failed: a person is told. What the exchanges or users bring about is no error. */
  error(message: string, fields?: LogFields): void
  /** Counts something (CloudWatch embedded metric format). */
  metric(name: string, value: number, fields?: LogFields): void
}
