/**
 * Key of the exchange's relayer, which carries out signed actions of a wallet without a fee (live reference, section
 * 4.1).
 */

import type { Finding } from '#domain/accounts/readiness.ts'
import type { Answered, CallResult } from '../../http/json-call.ts'
import { errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'
import type { Calls, Session } from '../http/session.ts'

/** Returns the headers that prove the key. */
export const relayerHeaders = (address: string, relayerKey: string): Record<string, string> => ({
  RELAYER_API_KEY: relayerKey,
  RELAYER_API_KEY_ADDRESS: address,
})

/**
 * Returns the headers of a read of the relayer, with the key: the official client sends it with every call (section
 * 4.2).
 */
export const relayerRead = ({ trader: { wallet, relayerKey } }: Session) => {
  const headers = relayerKey === null ? {} : relayerHeaders(wallet.address, relayerKey)
  return { host: 'relayer', area: 'keys', headers } as const
}

/** Statuses of the newer routes if only the older ones serve, also with a page. */
export const NOT_HERE = [401, 403, 404]

/** Reads a list of the relayer that only the owner of a key may read. */
export const askRelayer = (calls: Calls, address: string, relayerKey: string): Promise<CallResult> => {
  const headers = relayerHeaders(address, relayerKey)
  const call = { host: 'relayer', area: 'keys', method: 'GET', path: '/transactions', headers } as const
  return calls.once(call)
}

/** Returns true if the relayer itself does not accept the key. */
export const refusesKey = (answer: Answered): boolean =>
  (answer.status === 401 || answer.status === 403) && !refusesAll(answer.status, errorIn(answer))

/** Checks whether the service can approve, redeem and merge for the account. */
export const relayerFinding = async (session: Session): Promise<Finding> => {
  const check = 'relayer_key'
  const { wallet, relayerKey } = session.trader
  if (wallet.signatureType === 0) {
    return {
      check,
      ok: false,
      detail: 'The relayer does not serve wallets of signature type 0: approve and redeem with the wallet itself.',
    }
  }
  if (relayerKey === null) {
    return {
      check,
      ok: false,
      detail:
        'No relayer_api_key is stored. Trading works without it; approvals, redemption and merging through this service need it. Make one on the exchange’s website, under Settings.',
    }
  }
  const answer = await askRelayer(session.public, wallet.address, relayerKey)
  if (answer.kind === 'answered' && answer.status === 200) {
    return { check, ok: true, detail: 'The relayer accepts the key.' }
  }
  if (answer.kind === 'answered' && refusesKey(answer)) {
    return {
      check,
      ok: false,
      detail: 'The relayer does not accept the stored relayer_api_key: make a new one and store the credentials again.',
    }
  }
  return { check, ok: null, detail: 'The relayer does not answer now.' }
}
