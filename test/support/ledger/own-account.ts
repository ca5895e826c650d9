/** The story's account at the simulated exchange. */

import type { World } from '../world.ts'

export interface LedgerAccount {
  readonly cash: number
  /** Above 0 for YES. */
  readonly positions: ReadonlyArray<{ readonly market: string; readonly position: number }>
  readonly orders: ReadonlyArray<{ readonly qty: number; readonly filled_qty: number; readonly status: string }>
  readonly fills: ReadonlyArray<{ readonly order_id: string; readonly qty: number; readonly buy_flag: boolean }>
}

export const ownAccount = async (world: World): Promise<LedgerAccount> => {
  const { accounts } = await world.simulated.ledger()
  const found = accounts.find(({ id }: { id: string }) => id === world.simulated.account)
  if (found === undefined) throw new Error(`the exchange knows no account ${world.simulated.account}`)
  return found
}
