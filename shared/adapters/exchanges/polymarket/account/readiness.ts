/**
 * Checks whether a wallet can trade: rights, money, approvals, the region this service runs in, and the key of the
 * relayer.
 */

import * as v from 'valibot'
import type { Finding } from '#domain/accounts/readiness.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ifUnavailable, KeyRefused } from '#ports/exchanges/exchange-unavailable.ts'
import { type Session, sessionOf } from '../http/session.ts'
import type { TradingClient } from '../http/trading-client.ts'
import { approvalFindings, missingPermissions } from './approvals.ts'
import { cash } from './holdings.ts'
import { relayerFinding } from './relayer-key.ts'
import { walletFindings } from './wallet-deployed.ts'

export const readiness =
  (api: TradingClient): Exchange['readiness'] =>
  async (account, signal) => {
    const session = sessionOf(api, account, signal)
    const { wallet, relayerKey } = session.trader
    const canRelay = relayerKey !== null && wallet.signatureType !== 0
    const approvals = missingPermissions(session).then((missing) => approvalFindings(missing, canRelay))
    const found = await Promise.all([
      orUnknown('rights', rightsOf(session).catch(ifKeyRefused)),
      orUnknown('balance', balanceOf(session)),
      orUnknown('approvals_standard', approvals),
      orUnknown('region', regionOf(session)),
      orUnknown('wallet', walletFindings(session)),
      relayerFinding(session),
    ])
    return found.flat()
  }

/** Turns an unavailable check into an `unknown` finding, so that the other findings are still returned. */
const orUnknown = <Answer>(check: string, answer: Promise<Answer>): Promise<Answer | Finding> =>
  answer.catch(ifUnavailable(({ message }) => ({ check, ok: null, detail: `This could not be found out: ${message}` })))

const ifKeyRefused = (error: unknown): Finding => {
  if (!(error instanceof KeyRefused)) throw error
  const detail = 'The exchange does not accept the key any more: store the credentials again.'
  return { check: 'rights', ok: false, detail }
}

const rightsOf = async (session: Session): Promise<Finding> => {
  const call = { host: 'clob', area: 'keys', path: '/auth/ban-status/closed-only' } as const
  const { closed_only: closedOnly } = await session.read(call, WireBan)
  return closedOnly
    ? { check: 'rights', ok: false, detail: 'The exchange lets this account close positions only.' }
    : { check: 'rights', ok: true, detail: 'The account may read and trade.' }
}

const balanceOf = async (session: Session): Promise<Finding> => {
  const amount = await cash(session)
  const { funder } = session.trader.wallet
  return amount > 0
    ? { check: 'balance', ok: true, detail: `The wallet ${funder} holds $${toDecimal(amount)}.` }
    : {
        check: 'balance',
        ok: false,
        detail: `The wallet ${funder} holds no pUSD: deposit some at the exchange. If it does hold some, signature_type or funder_address is wrong.`,
      }
}

/** Reads the region of the address this service calls from, from the website (live reference, section 8.1). */
const regionOf = async (session: Session): Promise<Finding> => {
  const call = { host: 'site', area: 'keys', path: '/api/geoblock' } as const
  const { blocked, country } = await session.public.read(call, WireRegion)
  const where = country ? ` (${country})` : ''
  return blocked
    ? {
        check: 'region',
        ok: false,
        detail: `The exchange takes no orders from the region this service runs in${where}: run it from a region the exchange permits.`,
      }
    : { check: 'region', ok: true, detail: `The exchange serves the region this service runs in${where}.` }
}

export const WireBan = v.object({ closed_only: v.boolean() })
export const WireRegion = v.object({ blocked: v.boolean(), country: v.nullish(v.string()) })
