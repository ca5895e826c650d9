/** The errors of commands and subscriptions, by their codes (Kalshi live reference, section 1.2). */

const WORDS = {
  1: 'Unable to process message',
  2: 'Params required',
  3: 'Channels required',
  4: 'Subscription IDs required',
  5: 'Unknown command',
  7: 'Unknown subscription ID',
  8: 'Unknown channel name',
  9: 'Authentication required',
  10: 'Channel error',
  11: 'Invalid parameter',
  12: 'Exactly one subscription ID is required',
  13: 'Unsupported action',
  14: 'Market ticker required',
  15: 'Action required',
  18: 'Command timeout',
  25: 'Subscription buffer overflow',
  26: 'Subscription market limit exceeded',
  27: 'Too many requests',
} as const

export type StreamErrorCode = keyof typeof WORDS

export const isStreamErrorCode = (code: number): code is StreamErrorCode => Object.hasOwn(WORDS, code)

/** `about`: the id of the command, or the sid and number of the subscription. */
export const errorMessage = (
  code: StreamErrorCode,
  about: { readonly id?: number; readonly sid?: number; readonly seq?: number },
) => ({ type: 'error', ...about, msg: { code, msg: WORDS[code] } })

/** A command that is refused. */
export class StreamRefusal extends Error {
  readonly code: StreamErrorCode

  constructor(code: StreamErrorCode) {
    super(WORDS[code])
    this.code = code
  }
}
