/** Stores that the market of a position is decided, or has paid, together with the events of it for the user's webhooks. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { labelOf } from '#domain/markets/market-label.ts'
import type { AccountReport } from '#domain/portfolio/account-report.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { positionEvents } from '#domain/webhooks/position-events.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type EnqueueDeps, enqueueEvents } from '../work/enqueue.ts'

export interface ChangeSettlementDeps extends EnqueueDeps {
  readonly positions: Pick<PositionStore, 'get' | 'save'>
  readonly credentials: Pick<CredentialsStore, 'get'>
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly markets: Pick<MarketStore, 'getMany'>
}

/** The position that changes. */
export interface SettledPlace {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly svcId: number
}

/**
 * `change` gets the ledger as it is stored and answers what it becomes; null: nothing is to be stored. A fill that comes in between
 * makes a newer version, which is changed then. `report` is what the exchange last said of the market. Answers whether it changed.
 */
export const changeSettlement = (
  deps: ChangeSettlementDeps,
  { subaccountId, exchange, svcId }: SettledPlace,
  report: AccountReport | null,
  change: (ledger: PositionLedger) => PositionLedger | null,
): Promise<boolean> =>
  retryOnConflict(`the position of ${subaccountId} in ${svcId}`, async () => {
    const before = await deps.positions.get(subaccountId, exchange, svcId)
    const after = before === null ? null : change(before)
    if (before === null || after === null) return false
    const events = await eventsOf(deps, before, after, report)
    if (!(await deps.positions.save(after, events))) return AGAIN
    const [first] = events
    if (first !== undefined) await enqueueEvents(deps, first)
    return true
  })

/**
 * Returns the events, none for a user without webhooks. Positions carry no flag for webhooks, because settlements are
 * rare.
 */
const eventsOf = async (
  deps: ChangeSettlementDeps,
  before: PositionLedger,
  after: PositionLedger,
  report: AccountReport | null,
): Promise<readonly WebhookEvent[]> => {
  const { subaccountId, exchange, svcId } = before
  const owner = await deps.credentials.get(subaccountId, exchange)
  const subaccount = owner === null ? null : await deps.subaccounts.get(owner.userId, subaccountId)
  if (subaccount === null || !subaccount.hasWebhooks) return []
  const [market] = await deps.markets.getMany([svcId])
  const label = market === undefined ? null : labelOf(market)
  const ledger = { ...after, version: before.version + 1 }
  return positionEvents(before, { ledger, report, label }, subaccount.userId)
}
