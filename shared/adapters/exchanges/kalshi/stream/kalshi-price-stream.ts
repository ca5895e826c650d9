/** Kalshi's order books and trades over its WebSocket (Kalshi live reference, section 1). */

import type { PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import { accountSigner } from '../signing/account-signer.ts'
import { PriceConnection } from './price-connection.ts'
import { type KalshiStreamOptions, signedHandshake } from './stream-options.ts'

/** Every channel needs a signed handshake (section 1.1). */
export const kalshiPriceStream = (options: KalshiStreamOptions): PriceStreamSource => {
  const signer = accountSigner(options.clock)
  return {
    needsAccount: true,
    open: async (account, onEvent) => {
      const sign = account === null ? null : signer(account)
      if (sign !== null) return new PriceConnection(options, signedHandshake(options, sign), onEvent)
      onEvent({ kind: 'refused', reason: 'there is no account to sign the handshake with' })
      return { watch: () => undefined, rebuild: () => undefined, close: () => undefined }
    },
  }
}
