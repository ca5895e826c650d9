/** Log messages that tests name. */

export const STREAM_LOG = {
  ended: 'stream ended',
} as const
