/** Whether a wallet can trade: rights, money, approvals, the region this service runs in, and the key of the relayer. */

import * as v from 'valibot'
import type { Finding } from '#domain/accounts/readiness.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { TradingClient } from '../http/trading-client.ts'
import { approvalFindings, missingPermissions } from './approvals.ts'
import { cash } from './holdings.ts'
import { relayerFinding } from './relayer-key.ts'

export const readiness =
  (api: TradingClient): Exchange['readiness'] =>
  async (account, signal) => {
    const { wallet, relayerKey } = api.traderOf(account)
    const canRelay = relayerKey !== null && wallet.signatureType !== 0
    const approvals = missingPermissions(api, wallet.funder, signal).then((missing) =>
      approvalFindings(missing, canRelay),
    )
    const found = await Promise.all([
      ifTold('rights', rightsOf(api, account, signal)),
      ifTold('balance', balanceOf(api, account, signal)),
      ifTold('approvals_standard', approvals),
      ifTold('region', regionOf(api, signal)),
      relayerFinding(api, account, signal),
    ])
    return found.flat()
  }

/** One question that is not answered hides nothing of the others. */
const ifTold = <Told>(check: string, asked: Promise<Told>): Promise<Told | Finding> =>
  asked.catch(ifUnavailable(({ message }) => ({ check, ok: null, detail: `This could not be found out: ${message}` })))

const rightsOf = async (api: TradingClient, account: ExchangeAccount, signal: AbortSignal): Promise<Finding> => {
  const call = { host: 'clob', area: 'keys', path: '/auth/ban-status/closed-only' } as const
  const { closed_only: closedOnly } = await api.read(account, call, WireBan, signal)
  return closedOnly
    ? { check: 'rights', ok: false, detail: 'The exchange lets this account close positions only.' }
    : { check: 'rights', ok: true, detail: 'The account may read and trade.' }
}

const balanceOf = async (api: TradingClient, account: ExchangeAccount, signal: AbortSignal): Promise<Finding> => {
  const amount = await cash(api, account, signal)
  const { funder } = api.traderOf(account).wallet
  return amount > 0
    ? { check: 'balance', ok: true, detail: `The wallet ${funder} holds $${toDecimal(amount)}.` }
    : {
        check: 'balance',
        ok: false,
        detail: `The wallet ${funder} holds no pUSD: deposit some at the exchange. If it does hold some, signature_type or funder_address is wrong.`,
      }
}

/** Asked of the website, by the address this service calls from (live reference, section 8.1). */
const regionOf = async (api: TradingClient, signal: AbortSignal): Promise<Finding> => {
  const call = { host: 'site', area: 'keys', path: '/api/geoblock' } as const
  const { blocked, country } = await api.read(null, call, WireRegion, signal)
  const where = country ? ` (${country})` : ''
  return blocked
    ? {
        check: 'region',
        ok: false,
        detail: `The exchange takes no orders from the region this service runs in${where}: run it from a region the exchange permits.`,
      }
    : { check: 'region', ok: true, detail: `The exchange serves the region this service runs in${where}.` }
}

const WireBan = v.object({ closed_only: v.boolean() })
const WireRegion = v.object({ blocked: v.boolean(), country: v.nullish(v.string()) })
