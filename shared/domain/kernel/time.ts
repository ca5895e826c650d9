/** Instants as whole milliseconds since 1970 UTC; the clock itself is always an argument. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Millis = number

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** 00:00 UTC of the day of `at`. */
export const startOfDay = (at: Millis): Millis => at - (at % DAY)

/** The instant as RFC 3339 UTC with milliseconds and `Z`, the only form our replies use. */
export const toIso = (at: Millis): string => new Date(at).toISOString()

/** The same; null if there is no instant. */
export const toIsoOrNull = (at: Millis | null): string | null => (at === null ? null : toIso(at))
