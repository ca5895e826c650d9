/** Records the equity of the account once an hour. A failure is logged and changes nothing else: the next hour has its point again. */

import { accountName } from '#domain/accounts/account-ref.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { type Money, money } from '#domain/kernel/numbers.ts'
import { HOUR, type Millis, SECOND, startOfDay } from '#domain/kernel/time.ts'
import { emptyEquityDay, isQuietEnough, needsPoint, totalValue, withPoint } from '#domain/portfolio/equity-day.ts'
import { heldPositions } from '#domain/portfolio/held-position.ts'
import { ifUnavailableLogged } from '#ports/exchanges/exchange-unavailable.ts'
import { logged } from '#ports/kernel/log.ts'
import type { PollContext } from '../poll-context.ts'

/** Longest wait for the cash: the next poll waits as long. */
const PATIENCE = 2 * SECOND

/** `saved` is the state that the poll ends with. Asks for the cash at most once for each account and hour. */
export const recordEquity = async (poll: PollContext, saved: AccountSync, hasTrades: boolean): Promise<void> => {
  const { deps, account } = poll
  const now = deps.clock()
  const hour = Math.floor(now / HOUR)
  const name = accountName(saved)
  // Until the past is read, the positions are not complete.
  if (deps.equityHours.get(name) === hour || saved.history !== null || !isQuietEnough(hasTrades, now)) return
  keepNewest(deps.equityHours, name, hour, MOST_KEPT)
  await record(poll, saved, now).catch(logged(deps.log, 'warn', 'equity not recorded', { ...account }))
}

/** More than the accounts that a process polls in an hour. */
const MOST_KEPT = 10_000

const record = async ({ deps, account, sources }: PollContext, { holds }: AccountSync, now: Millis): Promise<void> => {
  const day = (await deps.equity.get(account, startOfDay(now))) ?? emptyEquityDay(account, now)
  if (!needsPoint(day, holds, now)) return
  const { exchange, exchangeAccount, signal } = sources
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const [cash, portfolio] = await Promise.all([
    exchange
      .balances(exchangeAccount, patience)
      .then((shards): Money | null => money(shards.reduce((sum, { amount }) => sum + amount, 0)))
      .catch(
        ifUnavailableLogged(deps.log, 'equity: the exchange does not report the cash', () => null, { ...account }),
      ),
    deps.positions.ofSubaccount(account.subaccountId),
  ])
  const positions = heldPositions(portfolio).filter((one) => one.exchange === account.exchange)
  // False if another poll was faster.
  await deps.equity.save(withPoint(day, { cash, positionsValue: totalValue(positions) }, now))
}
