/** Requests redemptions of decided positions, and merges of YES and NO, if the wallet has to claim its money. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { ONE } from '#domain/kernel/numbers.ts'
import { notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import { HOUR } from '#domain/kernel/time.ts'
import { heldPositions } from '#domain/portfolio/held-position.ts'
import { actionIdOf, type WalletAction } from '#domain/portfolio/wallet-action.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { PositionStore, StoredPortfolio } from '#ports/portfolio/portfolio-store.ts'
import type { WalletActionStore } from '#ports/portfolio/wallet-action-store.ts'
import { type RequestActionsDeps, type RequestedAction, requestActions } from './request-actions.ts'

export interface RedeemPositionsDeps extends RequestActionsDeps {
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly credentials: Pick<CredentialsStore, 'get'>
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
  readonly markets: Pick<MarketStore, 'getMany'>
}

/**
 * Begins what there is to redeem and to merge, in one market or in all; nothing where there is nothing. Refuses with 404
 * (subaccount, market) or 409: no key of the relayer is stored.
 */
export const redeemPositions = async (
  deps: RedeemPositionsDeps,
  userId: string,
  subaccountId: string,
  svcId: number | null,
  requestId: string,
): Promise<readonly WalletAction[] | Problem> => {
  if ((await deps.subaccounts.get(userId, subaccountId)) === null) return notFound('Subaccount')
  const portfolio = await deps.positions.ofSubaccount(subaccountId, { skipUnreadable: true })
  if (svcId !== null && !(await isKnown(deps, portfolio, svcId))) return notFound('Market')
  const actions: WalletAction[] = []
  for (const exchange of EXCHANGE_NAMES) {
    const requested = redeemable(portfolio, exchange).filter((wish) => svcId === null || wish.svcId === svcId)
    if (requested.length === 0) continue
    const refusal = refusalOf(await deps.credentials.get(subaccountId, exchange))
    if (refusal !== null) return refusal
    actions.push(...(await requestActions(deps, { subaccountId, exchange }, requested, requestId)))
  }
  return actions
}

/** A market may leave the catalogue before its positions are redeemed. */
const isKnown = async (
  { markets }: Pick<RedeemPositionsDeps, 'markets'>,
  portfolio: StoredPortfolio,
  svcId: number,
): Promise<boolean> =>
  heldPositions(portfolio).some((one) => one.svcId === svcId) || (await markets.getMany([svcId])).length > 0

/** Returns the redemptions that an earlier run of the request began; null if it began none. */
export const findRedemptions = async (
  deps: { readonly subaccounts: Pick<SubaccountStore, 'get'>; readonly walletActions: Pick<WalletActionStore, 'list'> },
  userId: string,
  subaccountId: string,
  requestId: string,
): Promise<readonly WalletAction[] | null> => {
  if ((await deps.subaccounts.get(userId, subaccountId)) === null) return null
  const listed = await deps.walletActions.list(subaccountId, CHECKED_MARKETS)
  const begun = listed.filter((action) => action.actionId === actionIdOf(requestId, action))
  return begun.length === 0 ? null : begun
}

/** Newest first. A request begins fewer, and is repeated within the day. */
const CHECKED_MARKETS = 1_000

/** Begins all redemptions for an account whose owner has automatic redemption on. Recent failures are not repeated. */
export const redeemByItself = async (
  deps: RequestActionsDeps & {
    readonly positions: Pick<PositionStore, 'ofSubaccount'>
    readonly walletActions: Pick<WalletActionStore, 'list'>
    readonly ids: Pick<Ids, 'uuid'>
  },
  place: AccountRef,
): Promise<void> => {
  const needed = redeemable(
    await deps.positions.ofSubaccount(place.subaccountId, { skipUnreadable: true }),
    place.exchange,
  )
  if (needed.length === 0) return
  const since = deps.clock() - FAILED_LATELY
  const failed = new Set(
    (await deps.walletActions.list(place.subaccountId, 100))
      .filter(({ state, updatedAt }) => state === 'FAILED' && updatedAt >= since)
      .map(({ kind, svcId }) => `${kind} ${svcId}`),
  )
  await requestActions(
    deps,
    place,
    needed.filter(({ kind, svcId }) => !failed.has(`${kind} ${svcId}`)),
    deps.ids.uuid(),
  )
}

const FAILED_LATELY = 6 * HOUR

const redeemable = (portfolio: StoredPortfolio, exchange: ExchangeName): readonly RequestedAction[] =>
  heldPositions(portfolio)
    .filter((one) => one.exchange === exchange)
    .flatMap(({ settlement, pairs, closed, svcId, nativeId }): RequestedAction[] => {
      if (settlement === 'redeemable') return [{ kind: 'redeem', svcId, nativeId }]
      // Less than a share is not worth a transaction. A market that is over is redeemed as a whole.
      return pairs >= ONE && !closed ? [{ kind: 'merge', svcId, nativeId }] : []
    })

/** Why the service cannot act with the wallet; null when it can. */
export const refusalOf = (record: Pick<CredentialsRecord, 'relays'> | null): Problem | null => {
  if (record === null) return problem(409, 'credentials_missing', 'No credentials are stored for this exchange.')
  return record.relays ? null : RELAYER_KEY_MISSING
}

const RELAYER_KEY_MISSING = problem(
  409,
  'relayer_key_missing',
  'Store the credentials again with a relayer_api_key, so that the service may act with the wallet. The relayer serves signature types 1, 2 and 3.',
)
