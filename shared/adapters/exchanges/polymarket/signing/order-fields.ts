/** Signed fields of an order (Polymarket reference, section 3.1). Its expiration, type and owner are not signed. */

import type { Hex } from 'viem'

export interface OrderFields {
  /** Unique for each order. At most 2^53 − 1, because it is sent as a JSON number. */
  readonly salt: number
  /** Wallet that pays and receives. */
  readonly maker: Hex
  /** Address of the key itself, or the deposit wallet for signature type 3. */
  readonly signer: Hex
  /** Asset id of the outcome, a 256-bit number in decimal digits. */
  readonly tokenId: string
  /** Base units given: 1e-6 dollars of a buy, 1e-6 shares of a sell. */
  readonly makerAmount: bigint
  /** Base units wanted: 1e-6 shares of a buy, 1e-6 dollars of a sell. */
  readonly takerAmount: bigint
  readonly side: 'BUY' | 'SELL'
  /** 0 the key's own wallet, 1 proxy wallet, 2 Safe, 3 deposit wallet (section 2.3). */
  readonly signatureType: 0 | 1 | 2 | 3
  /** UTC milliseconds; part of the order's identity, not its expiry. */
  readonly timestamp: number
}
