/** Options of Kalshi's WebSocket, and the headers that sign its handshake. */

import type { OnSkip } from '../../or-skip.ts'
import type { ConnectionOptions } from '../../stream/socket-connection.ts'
import type { Sign } from '../http/client.ts'

export interface KalshiStreamOptions extends ConnectionOptions {
  readonly onSkip: OnSkip
}

/** Returns headers signed anew for each handshake (Kalshi live reference, section 1.1). */
export const signedHandshake =
  ({ url }: KalshiStreamOptions, sign: Sign) =>
  (): Readonly<Record<string, string>> =>
    sign('GET', new URL(url).pathname)
