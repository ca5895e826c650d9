/** Cash of a wallet, which is all in one place. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import { sessionOf } from '../http/session.ts'
import type { TradingClient } from '../http/trading-client.ts'
import { cash } from './holdings.ts'

export const balances =
  (api: TradingClient): Exchange['balances'] =>
  async (account, signal) => [{ shard: 0, amount: await cash(sessionOf(api, account, signal)) }]
