/** Contracts that orders are signed for, and the ones that a market trades on (Polymarket reference, section 1). */

import type { Hex } from 'viem'

/** Polygon PoS. */
export const CHAIN_ID = 137

export const CONTRACTS = {
  /** pUSD, the collateral. */
  collateral: '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB',
  /** The ledger of outcome shares of `v1` markets. */
  conditionalTokens: '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045',
  /** The ledger of outcome shares of `v2` markets. */
  positionManager: '0x006F54F7f9A22e0000CC2AB60031000000ae9fEF',
  exchangeV2: '0xE111180000d2663C0091e4f400237545B87B996B',
  negRiskExchangeV2: '0xe2222d279d744050d28e00520010520000310F59',
  /** One exchange for all `v2` markets, neg-risk or not. */
  exchangeV3: '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa',
  /** Contracts that split, merge and redeem standard and neg-risk `v1` markets. */
  adapter: '0xAdA100Db00Ca00073811820692005400218FcE1f',
  negRiskAdapter: '0xadA2005600Dec949baf300f4C6120000bDB6eAab',
  /** Contract that does the same for all `v2` markets. */
  router: '0x12121212006e4CD160D18e3f00711DA5c3372600',
} as const satisfies Record<string, Hex>

/** Consequences of a market's version for its orders; frozen in the order before the first send. */
export interface TradingContext {
  readonly exchange: Hex
  readonly domainVersion: '2' | '3'
  readonly assetType: 'CONDITIONAL' | 'CONDITIONAL-V2'
}

/**
 * Returns the context of a market by its `version`, never by its id fields: open `v1` markets also contain those of
 * `v2`. Null for a missing or unknown version. Such a market must not be traded, as a guess would sign for the wrong
 * contract.
 */
export const tradingContext = (version: string | null | undefined, negRisk: boolean): TradingContext | null => {
  if (version === 'v1') {
    const exchange = negRisk ? CONTRACTS.negRiskExchangeV2 : CONTRACTS.exchangeV2
    return { exchange, domainVersion: '2', assetType: 'CONDITIONAL' }
  }
  if (version === 'v2') return { exchange: CONTRACTS.exchangeV3, domainVersion: '3', assetType: 'CONDITIONAL-V2' }
  return null
}
