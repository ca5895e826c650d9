/** Table of contents: the streams of each exchange, and the market data that the price watch reads beside them. */

import { TRADE_COUNTS_FOR } from '#domain/markets/mark-price.ts'
import type { AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import { client } from './kalshi/http/client.ts'
import { kalshiMarketData } from './kalshi/kalshi-market-data.ts'
import { accountSigner } from './kalshi/signing/account-signer.ts'
import { kalshiAccountStream } from './kalshi/stream/kalshi-account-stream.ts'
import { kalshiPriceStream } from './kalshi/stream/kalshi-price-stream.ts'
import { rememberedTokens, storedTokens } from './polymarket/markets/tokens.ts'
import { polymarketMarketData } from './polymarket/polymarket-market-data.ts'
import { polymarketAccountStream } from './polymarket/stream/polymarket-account-stream.ts'
import { polymarketPriceStream } from './polymarket/stream/polymarket-price-stream.ts'
import type { TableOfContents } from './registry.ts'

export interface WatchedExchange {
  /** Signs its reads if the exchange serves accounts better than the public. */
  readonly marketData: MarketDataSource
  /** Null if the exchange has no such stream, or if no address of its socket is set up. Its prices are then polled. */
  readonly prices: PriceStreamSource | null
  /** Private streams of accounts. Null as for prices: accounts are then polled. */
  readonly accounts: AccountStreamSource | null
}

export const STREAMS: TableOfContents<WatchedExchange> = {
  EXCHANGE_A: (options) => {
    const { clock, urls } = options
    const socket = urls.ws ? { ...options, url: urls.ws } : null
    return {
      marketData: kalshiMarketData(options, client(options, accountSigner(clock)), TRADE_COUNTS_FOR),
      prices: socket && kalshiPriceStream(socket),
      accounts: socket && kalshiAccountStream(socket),
    }
  },
  EXCHANGE_B: (given) => {
    const { urls, ...options } = { ...given, tokensOf: rememberedTokens(storedTokens(given.storedMarket)) }
    return {
      marketData: polymarketMarketData({ ...options, urls }),
      prices: urls.marketWs ? polymarketPriceStream({ ...options, url: urls.marketWs }) : null,
      accounts: urls.userWs ? polymarketAccountStream({ ...options, url: urls.userWs }) : null,
    }
  },
}
