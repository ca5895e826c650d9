/**
 * Checks whether the chain has the wallet: without it the exchange refuses orders with words about the API key (changes
 * of November 2026, EXCHANGE_B 5).
 */

import * as v from 'valibot'
import type { Finding } from '#domain/accounts/readiness.ts'
import { notDeployed } from '../http/errors.ts'
import type { Session } from '../http/session.ts'
import { relayerRead } from './relayer-key.ts'

/**
 * Returns no finding for a wallet that is its own key, nor for a proxy, which the relayer does not know. Throws
 * `ExchangeUnavailable`.
 */
export const walletFindings = async (session: Session): Promise<readonly Finding[]> => {
  const { funder, signatureType } = session.trader.wallet
  const type = signatureType === 3 ? 'WALLET' : 'SAFE'
  if (signatureType < 2) return []
  const call = { ...relayerRead(session), path: '/deployed', query: { address: funder, type } } as const
  const { deployed } = await session.public.read(call, WireDeployed)
  return [
    deployed
      ? { check: 'wallet', ok: true, detail: `The wallet ${funder} is deployed.` }
      : { check: 'wallet', ok: false, detail: notDeployed(funder) },
  ]
}

const WireDeployed = v.object({ deployed: v.boolean() })
