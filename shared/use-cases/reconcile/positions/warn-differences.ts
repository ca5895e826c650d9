/** Warns of positions that the exchange reports otherwise than the recorded fills, or in a form that cannot be read. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { DIFFERS_FOR_LONG, type MarketReport } from '#domain/portfolio/account-report.ts'
import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { PositionsReading } from '#ports/exchanges/exchange-reports.ts'
import type { Log } from '#ports/kernel/log.ts'
import { RECONCILE_LOG } from '../log-messages.ts'

interface WarnDeps {
  readonly log: Log
}

/** Logs one line for all of them: a list in another form has no readable row. */
export const warnUnreadPositions = (
  { log }: WarnDeps,
  { subaccountId, exchange }: AccountRef,
  { unread = [] }: PositionsReading,
): void => {
  const [first] = unread
  if (first === undefined) return
  log.error(RECONCILE_LOG.positionsUnread, {
    subaccountId,
    exchange,
    markets: unread.map(({ nativeId }) => nativeId ?? 'one without a name').join(', '),
    error: first.reason,
  })
}

/**
 * Logs and counts lasting differences. Either the exchange counts shares that were sent, split or merged, or a fill is lost. `before` is the
 * time of the comparison before this one.
 */
export const warnDifferences = (
  { log }: WarnDeps,
  { account, ledgers }: { readonly account: AccountRef; readonly ledgers: readonly PositionLedger[] },
  markets: readonly MarketReport[],
  { before, now }: { readonly before: Millis; readonly now: Millis },
): void => {
  const { subaccountId, exchange } = account
  const lasting = markets.filter(({ differsSince }) => differsSince !== null && now - differsSince >= DIFFERS_FOR_LONG)
  for (const { nativeId, position, differsSince } of lasting) {
    // Each difference is counted once, because some last for good and the next one is to be seen too. `SINCE_EVER` is never counted.
    if (before - (differsSince ?? now) >= DIFFERS_FOR_LONG) continue
    const ours = ledgers.find((ledger) => ledger.nativeId === nativeId)?.held.position ?? 0
    log.warn(RECONCILE_LOG.positionMismatch, { subaccountId, exchange, market: nativeId, theirs: position, ours })
    log.metric('PositionsDiffer', 1)
  }
}
