/**
 * Carries out the actions of a wallet, one at a time. Each step begins from the stored action, so that a run may stop
 * anywhere.
 */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { settleAt } from '#domain/portfolio/position-ledger.ts'
import {
  awaitChain,
  claimSend,
  endAction,
  isOver,
  recordArrival,
  recordFailure,
  recordSkip,
  searchAgain,
  startOver,
  type WalletAction,
} from '#domain/portfolio/wallet-action.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ActionOutcome, ActionReading } from '#ports/exchanges/wallet-relay.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { WalletActionStore } from '#ports/portfolio/wallet-action-store.ts'
import type { AccountSources } from '../accounts/account-sources.ts'
import { type RecordReadinessDeps, recordReadiness } from '../accounts/credentials/record-readiness.ts'
import { type ChangeSettlementDeps, changeSettlement } from './change-settlement.ts'

export interface AdvanceActionsDeps extends RecordReadinessDeps, ChangeSettlementDeps {
  readonly walletActions: Pick<WalletActionStore, 'get' | 'save'>
  readonly positions: Pick<PositionStore, 'get' | 'save' | 'ofSubaccount' | 'saveReport'>
  readonly credentials: CredentialsStore
}

/** The dependencies and the account. */
type OnChain = AdvanceActionsDeps & AccountSources

/** Takes the first action that is not over one step on. Answers which are left, and when the next step is due. */
export const advanceActions = async (
  deps: AdvanceActionsDeps,
  sources: AccountSources,
  sync: Pick<AccountSync, 'subaccountId' | 'actions'>,
): Promise<Pick<AccountSync, 'actions' | 'actAt'>> => {
  const left = [...sync.actions]
  while (left[0] !== undefined) {
    const action = await deps.walletActions.get(sync.subaccountId, left[0])
    if (action === null || isOver(action)) {
      left.shift()
      continue
    }
    // A wallet carries out one action at a time: the others wait.
    const next = action.dueAt > deps.clock() ? action : await step({ ...deps, ...sources }, action)
    if (!isOver(next)) return { actions: left, actAt: next.dueAt }
    left.shift()
  }
  return { actions: [], actAt: null }
}

/** Runs one step. The step is tried again if the exchange does not answer. */
const step = (deps: OnChain, action: WalletAction): Promise<WalletAction> => {
  const advance = action.attempt === null ? begin : follow
  return advance(deps, action).catch(
    ifUnavailable(({ message }) => {
      deps.log.warn('wallet action postponed: exchange does not answer', { ...about(action), error: message })
      return searchAgain(action, message, deps.clock())
    }),
  )
}

/** Prepares it, stores what will be sent, and sends it. */
const begin = async (deps: OnChain, action: WalletAction): Promise<WalletAction> => {
  const prepared = await deps.exchange.prepareAction(deps.exchangeAccount, action, deps.signal)
  switch (prepared.kind) {
    case 'ready':
      return send(deps, action, prepared.payload)
    case 'later':
      return keep(deps, startOver(action, prepared.detail, MINUTE, deps.clock()))
    case 'refused':
      return finish(deps, action, endAction(action, 'FAILED', { detail: prepared.detail }, deps.clock()))
    case 'nothing':
      return finish(deps, action, endAction(action, 'DONE', { detail: prepared.detail }, deps.clock()))
  }
}

const send = async (deps: OnChain, before: WalletAction, payload: string): Promise<WalletAction> => {
  const claimed = claimSend(before, payload, deps.clock())
  // Another run has claimed the action, and continues with it.
  if (!(await deps.walletActions.save(claimed))) return before
  const action = { ...claimed, version: claimed.version + 1 }
  const outcome = await deps.exchange.sendAction(deps.exchangeAccount, payload, deps.signal)
  return afterSend(deps, action, outcome)
}

const afterSend = async (deps: OnChain, action: WalletAction, outcome: ActionOutcome): Promise<WalletAction> => {
  const now = deps.clock()
  if (outcome.kind === 'accepted') return keep(deps, recordArrival(action, outcome.transactionId, now))
  const { detail } = outcome
  // An earlier send may have arrived: then no refusal of a later one says what became of it.
  const isFirst = (action.attempt?.sends ?? 1) === 1
  if (outcome.kind === 'unknown' || !isFirst) return keep(deps, searchAgain(action, detail, now))
  if (outcome.kind === 'refused') return finish(deps, action, recordFailure(action, detail, now))
  return keep(deps, startOver(action, detail, outcome.kind === 'later' ? outcome.afterMs : 2_000, now))
}

/** Reads the outcome of the sent action. */
const follow = async (deps: OnChain, action: WalletAction): Promise<WalletAction> => {
  const { attempt } = action
  if (attempt === null) return action
  const reading = await deps.exchange.findAction(deps.exchangeAccount, attempt, deps.signal)
  const now = deps.clock()
  switch (reading.kind) {
    case 'missing':
      return search(deps, action, now)
    case 'running':
      return keep(deps, awaitChain(recordArrival(action, reading.transactionId, now), reading.transaction, now))
    case 'skipped':
      return finish(deps, action, recordSkip(action, reading.detail, now))
    case 'failed':
      return finish(deps, action, recordFailure(action, reading.detail, now))
    case 'done':
      return conclude(deps, action, reading, now)
  }
}

/**
 * The relayer lists nothing of the kind. Sent again as it is, it is carried out once at most. Only when it cannot run any more, and
 * has not been listed for a minute, another one is prepared.
 */
const search = async (deps: OnChain, action: WalletAction, now: Millis): Promise<WalletAction> => {
  const { attempt } = action
  if (attempt === null) return action
  const isQuiet = now - attempt.lastSentAt >= LISTED_WITHIN
  if (isQuiet && attempt.sends > MOST_SENDS) {
    return keep(deps, startOver(action, 'The relayer never had it.', 2_000, now))
  }
  return send(deps, action, attempt.payload)
}

/** The relayer lists what it has taken at once; this is far above. */
const LISTED_WITHIN = MINUTE
const MOST_SENDS = 10

/** The chain has carried out the action. Its payout is read from the exchange, whose index may lag by minutes. */
const conclude = async (
  deps: OnChain,
  action: WalletAction,
  reading: DoneReading,
  now: Millis,
): Promise<WalletAction> => {
  const isOldEnough = now - (action.attempt?.lastSentAt ?? now) >= INDEXED_WITHIN
  if (action.kind === 'approve') return concludeApproval(deps, action, { ...reading, isOldEnough }, now)
  const { transaction, payout, expected } = reading
  if (payout === null && !isOldEnough) return keep(deps, awaitChain(action, transaction, now))
  if ((payout ?? expected) < expected) {
    deps.log.error('redemption paid less than expected', { ...about(action), payout, expected, transaction })
  }
  // A payout that no exchange reports is believed only once the position has left the wallet.
  const isUnreported = action.kind === 'redeem' && action.nativeId !== null && (payout ?? 0) < expected
  if (isUnreported && (await deps.exchange.holdsAny(deps.exchangeAccount, action.nativeId, deps.signal))) {
    return finish(deps, action, recordFailure(action, STILL_HELD, now))
  }
  return finish(deps, action, endAction(action, 'DONE', { transaction, payout: payout ?? expected }, now))
}

type DoneReading = Extract<ActionReading, { kind: 'done' }>

/** Ends an approval once the exchange shows it, or once its index must have it. */
const concludeApproval = async (
  deps: OnChain,
  action: WalletAction,
  { transaction, isOldEnough }: Pick<DoneReading, 'transaction'> & { readonly isOldEnough: boolean },
  now: Millis,
): Promise<WalletAction> => {
  const findings = await deps.exchange.readiness(deps.exchangeAccount, deps.signal)
  await recordReadiness(deps, action, findings)
  const isShown = findings.every(({ check, ok }) => !check.startsWith('approvals') || ok === true)
  if (!isShown && !isOldEnough) return keep(deps, { ...awaitChain(action, transaction, now), dueAt: now + 10_000 })
  return finish(deps, action, endAction(action, 'DONE', { transaction }, now))
}

const STILL_HELD = 'The transaction was carried out, and the wallet still holds the shares.'

const INDEXED_WITHIN = 5 * MINUTE

/** Stores the end, after what follows from it: a run that dies in between comes here again. */
const finish = async (deps: OnChain, before: WalletAction, after: WalletAction): Promise<WalletAction> => {
  if (after.state === 'DONE' && before.kind === 'redeem') await recordPayment(deps, before)
  if (after.state === 'FAILED') {
    deps.log.error('wallet action failed', { ...about(after), detail: after.detail })
  }
  return keep(deps, after)
}

/** Records the payment of the position. A position without fills is removed. */
const recordPayment = async (deps: OnChain, { subaccountId, svcId }: WalletAction): Promise<void> => {
  if (svcId === null) return
  const exchange = deps.exchange.name
  await changeSettlement(deps, { subaccountId, exchange, svcId }, null, (ledger) =>
    ledger.yesPaid !== null || ledger.yesPays === null ? null : settleAt(ledger, ledger.yesPays, deps.clock()),
  )
  const { reports } = await deps.positions.ofSubaccount(subaccountId, { skipUnreadable: true })
  for (const report of reports.filter((one) => one.exchange === exchange)) {
    const markets = report.markets.filter((market) => market.svcId !== svcId || market.yesPays === null)
    if (markets.length < report.markets.length) await deps.positions.saveReport({ ...report, markets }, report)
  }
}

/** A run that was overtaken leaves the word to the other one. */
const keep = async (deps: AdvanceActionsDeps, action: WalletAction): Promise<WalletAction> => {
  await deps.walletActions.save(action)
  return action
}

const about = ({ actionId, subaccountId, exchange, kind, nativeId }: WalletAction) => ({
  actionId,
  subaccountId,
  exchange,
  kind,
  market: nativeId,
})
