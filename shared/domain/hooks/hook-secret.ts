/** The secret of a hook: `pmh_<user id>_<64 hex digits>`, with its user, because an alert carries nothing else. Only a hash is stored. */

import { createHash } from 'node:crypto'

/** Makes the secret of a hook of that user, and its hash. */
export const newHookSecret = (
  userId: string,
  random: (bytes: number) => Uint8Array,
): { readonly text: string; readonly hash: string } => {
  const secret = Buffer.from(random(32)).toString('hex')
  return { text: `pmh_${userId}_${secret}`, hash: createHash('sha256').update(secret).digest('hex') }
}

/** The parts of a secret as sent, or null. */
export const parseHookSecret = (text: string): { readonly userId: string; readonly secret: string } | null => {
  const [, userId, secret] = /^pmh_([0-9a-f-]{36})_([0-9a-f]{64})$/.exec(text) ?? []
  return userId === undefined || secret === undefined ? null : { userId, secret }
}
