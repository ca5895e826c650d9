/** Decides what a wallet signs for an action: its calls, its nonce, and what should come of it. */

import * as v from 'valibot'
import type { Hex } from 'viem'
import { ONE, type Qty } from '#domain/kernel/numbers.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ActionPreparation, WalletRelay } from '#ports/exchanges/wallet-relay.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { missingPermissions } from '../account/approvals.ts'
import { sellable, tokenBalance } from '../account/holdings.ts'
import type { TradingClient } from '../http/trading-client.ts'
import type { FindTokens } from '../markets/tokens.ts'
import type { RecentSales } from '../orders/recent-sales.ts'
import { type RelayPayload, type RelayType, relayTypeOf } from './relay-body.ts'
import { approvalCall, type HeldMarket, mergeCall, redeemCalls, type WalletCall } from './wallet-calls.ts'

export interface PrepareActionDeps {
  readonly api: TradingClient
  readonly clock: Clock
  readonly sales: RecentSales
  readonly findTokens: FindTokens
  readonly payouts: Exchange['payouts']
}

/** What is stored of an attempt. `expected`: dollars that should come, in millionths. */
export interface StoredPayload extends RelayPayload {
  readonly type: RelayType
  readonly conditionId: string | null
  readonly expected: number
}

export const prepareAction =
  (deps: PrepareActionDeps): WalletRelay['prepareAction'] =>
  async (account, { kind, nativeId }, signal) => {
    const { wallet, relayerKey } = deps.api.traderOf(account)
    const type = relayTypeOf(wallet)
    if (type === null) return refused('The relayer does not serve wallets of signature type 0.')
    if (relayerKey === null) return refused('No relayer_api_key is stored any more.')
    const wish =
      kind === 'approve'
        ? await approve(deps, wallet.funder, signal)
        : await cashIn(deps, account, kind, nativeId, signal)
    if (wish.kind !== 'calls') return wish
    const { nonce, relay } = await nonceOf(deps.api, wallet.address, type, signal)
    const payload: StoredPayload = {
      type,
      nonce,
      relay,
      deadline: String(Math.floor(deps.clock() / 1_000) + LIVES_FOR_S),
      calls: wish.calls,
      conditionId: nativeId,
      expected: wish.expected,
    }
    return { kind: 'ready', payload: JSON.stringify(payload) }
  }

/** As long as the official client gives it. */
const LIVES_FOR_S = 600

/** Somebody else was faster: the owner, or the exchange's own operator. */
const GONE = 'The wallet holds nothing of this market any more.'

type Wish =
  | { readonly kind: 'calls'; readonly calls: readonly WalletCall[]; readonly expected: number }
  | Exclude<ActionPreparation, { kind: 'ready' }>

const approve = async ({ api }: PrepareActionDeps, funder: string, signal: AbortSignal): Promise<Wish> => {
  const missing = await missingPermissions(api, funder, signal)
  return missing.length === 0
    ? { kind: 'nothing', detail: 'Everything was approved already.' }
    : { kind: 'calls', calls: missing.map(approvalCall), expected: 0 }
}

const cashIn = async (
  deps: PrepareActionDeps,
  account: ExchangeAccount,
  kind: 'redeem' | 'merge',
  nativeId: string | null,
  signal: AbortSignal,
): Promise<Wish> => {
  const market = nativeId === null ? null : await heldMarket(deps, account, nativeId, signal)
  if (market === null) return { kind: 'nothing', detail: GONE }
  if (kind === 'merge') {
    const pairs = await mergeable(deps, account, market, signal)
    return pairs === 0
      ? { kind: 'nothing', detail: 'No pairs are left that no open order offers.' }
      : { kind: 'calls', calls: [mergeCall(market, pairs)], expected: pairs }
  }
  const [payout] = await deps.payouts([market.conditionId], signal)
  if (payout === undefined) return { kind: 'later', detail: 'The market is not resolved on chain yet.' }
  if (market.yes + market.no === 0) return { kind: 'nothing', detail: GONE }
  const worth = BigInt(market.yes) * BigInt(payout.yesPays) + BigInt(market.no) * BigInt(ONE - payout.yesPays)
  return { kind: 'calls', calls: redeemCalls(market), expected: Number(worth / BigInt(ONE)) }
}

/** Both exact, as the exchange reads the chain. Null where the wallet never held anything of the market. */
const heldMarket = async (
  { api, findTokens }: PrepareActionDeps,
  account: ExchangeAccount,
  conditionId: string,
  signal: AbortSignal,
): Promise<(HeldMarket & { readonly tokens: { readonly yes: string; readonly no: string } }) | null> => {
  const { funder } = api.traderOf(account).wallet
  const query = { user: funder, condition: conditionId, filter_amount: 0, include_archived: 'true' }
  const call = { host: 'data', area: 'price_history', path: '/v2/positions', query } as const
  const rows = (await api.read(null, call, WirePositions, signal)).data ?? []
  const row = rows.find((one) => one.condition_id.toLowerCase().startsWith(conditionId.slice(0, 64)))
  const tokens = await findTokens(conditionId, signal)
  if (row === undefined || tokens === null || !isHex(conditionId)) return null
  const version = isOfVersion2(tokens.yes) ? 'v2' : 'v1'
  const assetType = version === 'v2' ? 'CONDITIONAL-V2' : 'CONDITIONAL'
  const [yes, no] = await Promise.all(
    [tokens.yes, tokens.no].map((id) => tokenBalance(api, account, assetType, id, signal)),
  )
  return { conditionId, version, negRisk: row.negative_risk ?? false, yes: yes ?? 0, no: no ?? 0, tokens }
}

/** What open and unsettled sales have promised stays. */
const mergeable = async (
  { api, clock, sales }: PrepareActionDeps,
  account: ExchangeAccount,
  market: HeldMarket & { readonly tokens: { readonly yes: string; readonly no: string } },
  signal: AbortSignal,
): Promise<number> => {
  const { conditionId, version } = market
  const assetType = version === 'v2' ? 'CONDITIONAL-V2' : 'CONDITIONAL'
  const free = async (id: string): Promise<Qty> =>
    (await sellable({ api, clock, sales }, account, { id, conditionId, assetType }, signal)).free
  return Math.min(await free(market.tokens.yes), await free(market.tokens.no))
}

/** The newer route first; both are served (live reference, section 4.2). */
const nonceOf = async (
  api: TradingClient,
  address: string,
  type: RelayType,
  signal: AbortSignal,
): Promise<{ readonly nonce: string; readonly relay: Hex }> => {
  const query = { address, type }
  const ask = (path: string) => api.find(null, { host: 'relayer', area: 'keys', path, query }, WireParams, signal)
  const found =
    (await ask('/v1/account/transactions/params')) ?? (await ask(type === 'PROXY' ? '/relay-payload' : '/nonce'))
  if (found === null) throw new ExchangeUnavailable('EXCHANGE_B', 'The relayer does not tell the nonce of the wallet.')
  const relay = found.address ?? ''
  if (type === 'PROXY' && !isHex(relay)) {
    throw new ExchangeUnavailable('EXCHANGE_B', 'The relayer does not name the relay of a proxy transaction.')
  }
  return { nonce: found.nonce, relay: isHex(relay) ? relay : '0x' }
}

/** The ids of version 2 have 64 reserved bits that are 0 (live reference, section 1.2). */
const isOfVersion2 = (token: string): boolean => (BigInt(token) & (((1n << 64n) - 1n) << 40n)) === 0n

const isHex = (text: string): text is Hex => /^0x[0-9a-fA-F]+$/.test(text)

const refused = (detail: string): ActionPreparation => ({ kind: 'refused', detail })

const WireParams = v.object({
  nonce: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,30}$/)),
  address: v.nullish(v.string()),
})

const WirePositions = v.object({
  data: v.nullable(v.array(v.object({ condition_id: v.string(), negative_risk: v.nullish(v.boolean()) }))),
})
