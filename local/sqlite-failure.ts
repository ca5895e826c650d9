/** The primary result code of SQLite behind an error, https://www.sqlite.org/rescode.html; null where SQLite has not failed. */

export const sqliteFailure = (error: unknown): number | null =>
  // The other bytes give details of the same kind.
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
