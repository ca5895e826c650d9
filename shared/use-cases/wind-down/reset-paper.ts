/**
 * Begins the paper accounts of a subaccount again: its orders and complex orders are cancelled, then each account gets cash, and its
 * positions end. Orders and fills of before stay as history. Each step can be repeated, so that the repeat of a request that died
 * completes it.
 */

import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { isPaper, NOT_PAPER } from '#domain/accounts/subaccount-kind.ts'
import { CANCEL_ALL } from '#domain/accounts/why-cancelled.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Money } from '#domain/kernel/numbers.ts'
import { money } from '#domain/kernel/numbers.ts'
import { isProblem, notFound, type Problem, problem, retryAfter } from '#domain/kernel/problem.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { restartLedger } from '#domain/portfolio/position-ledger.ts'
import { beginDay } from '#domain/risk/trading-day.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { PaperStore } from '#ports/exchanges/paper-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { EquityStore } from '#ports/portfolio/equity-store.ts'
import type { FillStore, PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { TradingDayStore } from '#ports/risk/trading-day-store.ts'
import { type ActivateAccountDeps, activateAccount } from '../accounts/activate-account.ts'
import { liveOrders } from '../accounts/quotas/live-orders.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type CancelEverythingDeps, cancelEverything } from './cancel-everything.ts'

export interface ResetPaperDeps extends CancelEverythingDeps, ActivateAccountDeps {
  readonly credentials: Pick<CredentialsStore, 'get' | 'put'>
  readonly orders: CancelEverythingDeps['orders'] & Pick<OrderStore, 'live' | 'liveBaskets'>
  readonly papers: Pick<PaperStore, 'account' | 'reset'>
  readonly positions: Pick<PositionStore, 'ofSubaccount' | 'save' | 'saveReport'>
  readonly fills: Pick<FillStore, 'inMarkets'>
  readonly equity: Pick<EquityStore, 'clear'>
  readonly tradingDays: Pick<TradingDayStore, 'get' | 'save'>
  readonly pause: (ms: number) => Promise<void>
}

export interface PaperReset {
  readonly userId: string
  readonly subaccountId: string
  /** The same for each repeat of the request. */
  readonly resetId: string
  /** Cash of each account; null for the cash of its credentials. */
  readonly cash: Money | null
}

export interface ResetAccount {
  readonly exchange: ExchangeName
  readonly cash: Money
}

/** Longest wait for cancelled orders to leave their books. */
const WAITS = 20
const WAIT: Millis = SECOND / 2

/** The accounts that began again, or why they cannot. */
export const resetPaper = async (
  deps: ResetPaperDeps,
  reset: PaperReset,
): Promise<readonly ResetAccount[] | Problem> => {
  const { userId, subaccountId } = reset
  const subaccount = await deps.subaccounts.get(userId, subaccountId)
  if (subaccount === null) return notFound('Subaccount')
  if (!isPaper(subaccountId)) return NOT_PAPER
  const stored = await Promise.all(EXCHANGE_NAMES.map((exchange) => deps.credentials.get(subaccountId, exchange)))
  const records = stored.filter((record) => record !== null)
  if (records.length === 0) return NO_CREDENTIALS
  const refused = await endOrders(deps, reset)
  if (refused !== null) return refused
  const accounts: ResetAccount[] = []
  for (const record of records) accounts.push(await resetAccount(deps, reset, record))
  await restartDay(deps, subaccount)
  await deps.equity.clear(subaccountId)
  for (const { exchange } of records) await activateAccount(deps, { subaccountId, exchange })
  return accounts
}

const NO_CREDENTIALS = problem(
  409,
  'credentials_missing',
  'No paper account is stored. Store one with PUT /v1/subaccounts/{subaccount_id}/credentials/{exchange_name}.',
)

const STILL_LIVE = problem(
  409,
  'live_orders',
  'The orders are cancelled, and some have not left their books yet. Send the request again in some seconds.',
  retryAfter(3),
)

/** Cancels everything and waits until no order can trade any more. Returns the refusal if that takes too long. */
const endOrders = async (deps: ResetPaperDeps, { userId, subaccountId }: PaperReset): Promise<Problem | null> => {
  const cancelled = await cancelEverything(deps, userId, subaccountId, CANCEL_ALL)
  if (isProblem(cancelled)) return cancelled
  for (let waits = 0; waits < WAITS; waits += 1) {
    const live = await liveOrders(deps.orders, subaccountId, { skipUnreadable: true })
    const baskets = await deps.orders.liveBaskets(subaccountId, { skipUnreadable: true })
    if (live.length + baskets.length === 0) return null
    await deps.pause(WAIT)
  }
  return STILL_LIVE
}

const resetAccount = async (
  deps: ResetPaperDeps,
  { resetId, cash: requested }: PaperReset,
  record: CredentialsRecord,
): Promise<ResetAccount> => {
  const { exchange, subaccountId } = record
  const ref = { exchange, account: subaccountId }
  const cash = requested ?? record.paperCash ?? money(0)
  await deps.papers.reset(ref, { resetId, cash }, deps.clock())
  // A reset that was done before keeps its time.
  const startedAt = (await deps.papers.account(ref))?.startedAt ?? deps.clock()
  if (cash !== record.paperCash) await deps.credentials.put({ ...record, paperCash: cash }, record)
  await restartPositions(deps, record, startedAt)
  return { exchange, cash }
}

/** Counts only fills since the reset. A fill that is stored meanwhile changes its position, which is then restarted again. */
const restartPositions = (
  deps: ResetPaperDeps,
  { subaccountId, exchange }: CredentialsRecord,
  startedAt: Millis,
): Promise<void> =>
  retryOnConflict(`the positions of ${subaccountId}`, async () => {
    const { ledgers, reports } = await deps.positions.ofSubaccount(subaccountId)
    const earlier = ledgers.filter((one) => one.exchange === exchange && one.countsFrom < startedAt)
    const fills = await deps.fills.inMarkets(
      subaccountId,
      earlier.map(({ svcId }) => svcId),
    )
    let isDone = true
    for (const ledger of earlier) {
      const own = fills.filter(({ svcId }) => svcId === ledger.svcId)
      if (!(await deps.positions.save(restartLedger(ledger, startedAt, own, deps.clock())))) isDone = false
    }
    const report = reports.find((one) => one.exchange === exchange)
    if (report !== undefined && report.at <= startedAt)
      await deps.positions.saveReport({ ...report, at: deps.clock(), markets: [] }, report)
    return isDone ? undefined : AGAIN
  })

/** Losses of before are no loss of today. */
const restartDay = ({ tradingDays, clock }: ResetPaperDeps, { subaccountId }: Subaccount): Promise<void> =>
  retryOnConflict(`the trading day of ${subaccountId}`, async () => {
    const day = await tradingDays.get(subaccountId)
    if (day === null) return undefined
    return (await tradingDays.save(beginDay(day, { pnl: money(0), holds: false }, clock()))) ? undefined : AGAIN
  })
