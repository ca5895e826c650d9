/** The cash of a wallet: all of it is in one place. */

import type { Funds } from '#ports/exchanges/funds.ts'
import { sessionOf } from '../http/session.ts'
import type { TradingClient } from '../http/trading-client.ts'
import { cash } from './holdings.ts'

export const balances =
  (api: TradingClient): Funds['balances'] =>
  async (account, signal) => [{ shard: 0, amount: await cash(sessionOf(api, account, signal)) }]
