/** Equity and cash of a subaccount by the service, as the console writes them. */

import type { TradingClient } from '#client/trading-client.ts'

interface Money {
  /** Cash and the value of all positions. */
  readonly equity: string
  readonly cash: string
}

export const moneyOf = async (client: TradingClient, subaccount_id: string): Promise<Money> => {
  const held = await client.GET('/v1/positions', { params: { query: { subaccount_id, include_closed: true } } })
  const balances = await client.GET('/v1/balances', { params: { query: { subaccount_id } } })
  const values = held.data?.subaccount_to_positions[0]?.positions.map((one) => one.market_value ?? 0) ?? []
  const cash = balances.data?.map(({ balance }) => balance ?? Number.NaN) ?? []
  return { equity: inDollars([...values, ...cash]), cash: inDollars(cash) }
}

const inDollars = (amounts: readonly number[]): string => {
  const micros = amounts.reduce((sum, amount) => sum + Math.round(amount * 1_000_000), 0)
  return (micros / 1_000_000).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
