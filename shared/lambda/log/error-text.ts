/** Text of a thrown value for a log line: the stack of an error, with its message if it has no stack. */

export const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
