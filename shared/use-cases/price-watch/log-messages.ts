/** Log messages that tests name. */

export const PRICE_WATCH_LOG = {
  pricesUnavailable: 'prices unavailable',
  pollFailed: 'price poll failed',
  recordingStopped: 'recording stopped',
  recordingResumed: 'recording resumed',
} as const
