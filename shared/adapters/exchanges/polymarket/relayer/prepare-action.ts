/** Decides the content that a wallet signs for an action: its calls, its nonce, and the expected dollars. */

import * as v from 'valibot'
import type { Hex } from 'viem'
import { ONE, type Qty } from '#domain/kernel/numbers.ts'
import type { ActionKind } from '#domain/portfolio/wallet-action.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ActionPreparation, WalletRelay } from '#ports/exchanges/wallet-relay.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { missingPermissions } from '../account/approvals.ts'
import { sellable } from '../account/holdings.ts'
import { NOT_HERE, relayerRead } from '../account/relayer-key.ts'
import { type Session, sessionOf } from '../http/session.ts'
import type { TradingClient } from '../http/trading-client.ts'
import { WireTradingRules } from '../http/wire.ts'
import type { FindTokens } from '../markets/tokens.ts'
import type { RecentSales } from '../orders/recent-sales.ts'
import { type RelayPayload, type RelayType, relayTypeOf } from './relay-body.ts'
import { approvalCall, mergeCall, redeemCalls, type WalletCall } from './wallet-calls.ts'
import { type WalletHolding, walletHolding } from './wallet-holding.ts'

export interface PrepareActionDeps {
  readonly api: TradingClient
  readonly clock: Clock
  readonly sales: RecentSales
  readonly findTokens: FindTokens
  readonly payouts: Exchange['payouts']
}

/** Stored part of an attempt. `expected`: dollars that should arrive, in millionths. */
export interface StoredPayload extends RelayPayload {
  readonly type: RelayType
  readonly conditionId: string | null
  readonly expected: number
  /** Absent in attempts of earlier versions. */
  readonly kind?: ActionKind
}

export const prepareAction =
  (deps: PrepareActionDeps): WalletRelay['prepareAction'] =>
  async (account, { kind, nativeId }, signal) => {
    const session = sessionOf(deps.api, account, signal)
    const { wallet, relayerKey } = session.trader
    const type = relayTypeOf(wallet)
    if (type === null) return refused('The relayer does not serve wallets of signature type 0.')
    if (relayerKey === null) return refused('No relayer_api_key is stored any more.')
    const planned = kind === 'approve' ? await approve(session) : await cashIn(deps, session, kind, nativeId)
    if (planned.kind !== 'calls') return planned
    const { nonce, relay } = await nonceOf(session, type)
    const payload: StoredPayload = {
      type,
      nonce,
      relay,
      deadline: String(Math.floor(deps.clock() / 1_000) + LIVES_FOR_S),
      calls: planned.calls,
      conditionId: nativeId,
      expected: planned.expected,
      kind,
    }
    return { kind: 'ready', payload: JSON.stringify(payload) }
  }

/** Lifetime of an action, as in the official client. */
const LIVES_FOR_S = 600

/** Detail if the owner, or the exchange's own operator, acted first. */
const GONE = 'The wallet holds nothing of this market any more.'

type PlannedCalls =
  | { readonly kind: 'calls'; readonly calls: readonly WalletCall[]; readonly expected: number }
  | Exclude<ActionPreparation, { kind: 'ready' }>

const approve = async (session: Session): Promise<PlannedCalls> => {
  const missing = await missingPermissions(session)
  return missing.length === 0
    ? { kind: 'nothing', detail: 'Everything was approved already.' }
    : { kind: 'calls', calls: missing.map(approvalCall), expected: 0 }
}

const cashIn = async (
  deps: PrepareActionDeps,
  session: Session,
  kind: 'redeem' | 'merge',
  nativeId: string | null,
): Promise<PlannedCalls> => {
  if (nativeId === null || !isHex(nativeId)) return { kind: 'nothing', detail: GONE }
  const holding = await walletHolding(deps.findTokens, session, nativeId)
  if (holding === null) return { kind: 'later', detail: 'The exchange does not report the tokens of the market.' }
  if (holding.yes + holding.no === 0) return { kind: 'nothing', detail: GONE }
  const negRisk = await negRiskOf(session, nativeId)
  if (negRisk === null)
    return { kind: 'later', detail: 'The exchange does not report which contract keeps the market.' }
  const market = { ...holding, conditionId: nativeId, negRisk }
  if (kind === 'merge') {
    const pairs = await mergeable(deps, session, nativeId, holding)
    return pairs === 0
      ? { kind: 'nothing', detail: 'No pairs are left that no open order offers.' }
      : { kind: 'calls', calls: [mergeCall(market, pairs)], expected: pairs }
  }
  const [payout] = await deps.payouts([nativeId], session.signal)
  if (payout === undefined) return { kind: 'later', detail: 'The market is not resolved on chain yet.' }
  if (payout.yesPays === null) return { kind: 'later', detail: payout.detail }
  const worth = BigInt(market.yes) * BigInt(payout.yesPays) + BigInt(market.no) * BigInt(ONE - payout.yesPays)
  return { kind: 'calls', calls: redeemCalls(market), expected: Number(worth / BigInt(ONE)) }
}

/**
 * Reads whether the market is neg-risk from the wallet's position, or else from the market's rules (section 6.2). Null
 * if neither shows it.
 */
const negRiskOf = async (session: Session, conditionId: string): Promise<boolean | null> => {
  const { funder } = session.trader.wallet
  const query = { user: funder, condition: conditionId, filter_amount: 0, include_archived: 'true' }
  const call = { host: 'data', area: 'price_history', path: '/v2/positions', query } as const
  const rows = (await session.public.read(call, WirePositions)).data ?? []
  const row = rows.find((one) => one.condition_id.toLowerCase().startsWith(conditionId.slice(0, 64)))
  if (row?.negative_risk != null) return row.negative_risk
  const path = `/clob-markets/${encodeURIComponent(conditionId)}`
  const rules = await session.public.find({ host: 'clob', area: 'market_data', path }, WireTradingRules)
  return rules === null ? null : (rules.nr ?? false)
}

/** Returns the pairs without the shares that open and unsettled sales have promised. */
const mergeable = async (
  deps: PrepareActionDeps,
  session: Session,
  conditionId: string,
  { tokens, assetType }: WalletHolding,
): Promise<number> => {
  const free = async (id: string): Promise<Qty> => (await sellable(deps, session, { id, conditionId, assetType })).free
  return Math.min(await free(tokens.yes), await free(tokens.no))
}

/** Reads the newer route first; the exchange serves both (live reference, section 4.2). */
const nonceOf = async (session: Session, type: RelayType): Promise<{ readonly nonce: string; readonly relay: Hex }> => {
  const query = { address: session.trader.wallet.address, type }
  const ask = (path: string, missing: readonly number[] = []) =>
    session.public.find({ ...relayerRead(session), path, query, missing }, WireParams)
  const found =
    (await ask('/v1/account/transactions/params', NOT_HERE)) ??
    (await ask(type === 'PROXY' ? '/relay-payload' : '/nonce'))
  if (found === null)
    throw new ExchangeUnavailable('EXCHANGE_B', 'The relayer does not report the nonce of the wallet.')
  const relay = found.address ?? ''
  if (type === 'PROXY' && !isHex(relay)) {
    throw new ExchangeUnavailable('EXCHANGE_B', 'The relayer does not name the relay of a proxy transaction.')
  }
  return { nonce: found.nonce, relay: isHex(relay) ? relay : '0x' }
}

const isHex = (text: string): text is Hex => /^0x[0-9a-fA-F]+$/.test(text)

const refused = (detail: string): ActionPreparation => ({ kind: 'refused', detail })

const WireParams = v.object({
  nonce: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,30}$/)),
  address: v.nullish(v.string()),
})

const WirePositions = v.object({
  data: v.nullable(v.array(v.object({ condition_id: v.string(), negative_risk: v.nullish(v.boolean()) }))),
})
