/** Outcomes on which an exchange contradicts itself. */

import type { AccountReport, MarketReport } from '#domain/portfolio/account-report.ts'
import type { Log } from '#ports/kernel/log.ts'
import { RECONCILE_LOG } from '../log-messages.ts'

/** Logs and counts each contradiction that the poll before did not find. */
export const reportContradictions = (
  { log }: { readonly log: Pick<Log, 'warn' | 'metric'> },
  { subaccountId, exchange }: Pick<AccountReport, 'subaccountId' | 'exchange'>,
  markets: readonly MarketReport[],
  before: AccountReport | null,
): void => {
  const known = new Map(before?.markets.map((market) => [market.nativeId, market.settlementDetail]))
  for (const { nativeId, settlementDetail } of markets) {
    if (settlementDetail === null || settlementDetail === known.get(nativeId)) continue
    log.warn(RECONCILE_LOG.outcomeContradicted, { subaccountId, exchange, market: nativeId, detail: settlementDetail })
    log.metric('OutcomesContradicted', 1)
  }
}
