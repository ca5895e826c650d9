/** Fills and order updates of accounts over Kalshi's WebSocket (Kalshi live reference, section 1.4). */

import type { AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import { accountSigner } from '../signing/account-signer.ts'
import { AccountConnection } from './account-connection.ts'
import { type KalshiStreamOptions, signedHandshake } from './stream-options.ts'

export const kalshiAccountStream = (options: KalshiStreamOptions): AccountStreamSource => {
  const signer = accountSigner(options.clock)
  return {
    open: async (account, onEvent) => {
      const sign = signer(account)
      if (sign !== null) return new AccountConnection(options, signedHandshake(options, sign), onEvent)
      onEvent({ kind: 'refused', reason: 'the credentials cannot sign the handshake' })
      return { close: () => undefined }
    },
  }
}
