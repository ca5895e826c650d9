/** Signs calls for accounts, and keeps parsed keys as long as the caller keeps their secrets. */

import type { KeyObject } from 'node:crypto'
import type { ExchangeSecrets } from '#ports/exchanges/exchange-account.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Signer } from '../http/client.ts'
import { readPrivateKey, sign } from './sign.ts'

export const accountSigner = (clock: Clock): Signer => {
  // Parsing takes a good part of a millisecond. A parsed key is dropped with the secrets it was read from.
  const keys = new WeakMap<ExchangeSecrets, KeyObject>()

  const keyOf = (secrets: ExchangeSecrets): KeyObject | null => {
    const known = keys.get(secrets)
    if (known !== undefined) return known
    const reading = readPrivateKey(secrets['private_key'] ?? '')
    if (reading.kind === 'unusable') return null
    keys.set(secrets, reading.key)
    return reading.key
  }

  return ({ secrets }) => {
    const key = keyOf(secrets)
    if (key === null) return null
    return (method, path) => {
      const timestamp = String(clock())
      return {
        'KALSHI-ACCESS-KEY': secrets['api_key_id'] ?? '',
        'KALSHI-ACCESS-TIMESTAMP': timestamp,
        // The path starts at the root and has no query (reference, section 2).
        'KALSHI-ACCESS-SIGNATURE': sign(key, timestamp, method, path),
      }
    }
  }
}
