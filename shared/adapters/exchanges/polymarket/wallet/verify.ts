/** Checks a wallet at the exchange, and lets the exchange derive its API credentials. */

import * as v from 'valibot'
import type { ExchangeSecrets, Verification } from '#ports/exchanges/exchange-account.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Answered, CallResult } from '../../http/json-call.ts'
import { askRelayer, refusesKey } from '../account/relayer-key.ts'
import { type Client, errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'
import { type Calls, callsOf } from '../http/session.ts'
import { WireApiKey, WireBalance } from '../http/wire.ts'
import type { ApiCredentials } from '../signing/account-headers.ts'
import { clobAuthHeaders } from '../signing/clob-auth-headers.ts'
import { seal } from './sealed-wallet.ts'
import { readWallet, type Wallet } from './wallet.ts'

export const verify = async (
  client: Client,
  clock: Clock,
  given: ExchangeSecrets,
  signal: AbortSignal,
): Promise<Verification> => {
  const reading = readWallet(given)
  if (reading.kind === 'invalid') return invalid(reading.field, reading.reason)
  const { wallet } = reading
  const calls = callsOf(client, null, signal)
  const credentials = await credentialsOf(calls, clock, wallet)
  if ('kind' in credentials) return credentials

  const relayerKey = given['relayer_api_key']?.trim() || null
  const mandate = { relays: relayerKey !== null, autoRedeem: given['auto_redeem'] === 'true' }
  const refused = await verifyRelayer(calls, wallet, relayerKey, mandate.autoRedeem)
  if (refused !== null) return refused
  const secrets = seal({ wallet, credentials, relayerKey })
  // Makes one call like every later one: it proves the credentials, and the kind of the wallet.
  const query = { asset_type: 'COLLATERAL', signature_type: wallet.signatureType }
  const call = { host: 'clob', area: 'balances', method: 'GET', path: '/balance-allowance', query } as const
  const answer = answerOf(await client.once({ accountKey: `verify:${wallet.address}`, secrets }, call, signal))
  if (answer.status !== 200) return refusalOf(answer)
  if (!v.is(WireBalance, answer.body)) throw unavailable('it answers the balance with something else')
  const account = wallet.address.toLowerCase()
  return { kind: 'valid', exchangeAccount: account, publicPart: wallet.address, secrets, wallet: mandate }
}

/** Returns why the requested use of the relayer is impossible; null if it is possible. */
const verifyRelayer = async (
  calls: Calls,
  { address, signatureType }: Wallet,
  relayerKey: string | null,
  autoRedeem: boolean,
): Promise<Verification | null> => {
  if (relayerKey === null) {
    return autoRedeem
      ? invalid('auto_redeem', 'automatic redemption goes through the relayer of the exchange: add a relayer_api_key')
      : null
  }
  if (signatureType === 0) {
    return invalid('relayer_api_key', 'the relayer does not serve wallets of signature type 0: leave the key out')
  }
  // The key is sent in a header.
  if (!/^[!-~]{1,200}$/.test(relayerKey))
    return invalid('relayer_api_key', 'a relayer key has no spaces and no other alphabet')
  const answer = answerOf(await askRelayer(calls, address, relayerKey))
  if (answer.status === 200) return null
  if (!refusesKey(answer)) throw unavailable(`its relayer answers with status ${answer.status}`)
  return invalid(
    'relayer_api_key',
    `the relayer does not accept this key for ${address}: the key has to be made with the same wallet`,
  )
}

/**
 * Derives credentials rather than creating them: the same key always has the same credentials (Polymarket reference,
 * section 2.1).
 */
const credentialsOf = async (calls: Calls, clock: Clock, wallet: Wallet): Promise<ApiCredentials | Verification> => {
  const ask = async (method: 'GET' | 'POST', path: string): Promise<Answered> => {
    const headers = await clobAuthHeaders(wallet.privateKey, wallet.address, Math.floor(clock() / 1_000), NONCE)
    return answerOf(await calls.once({ host: 'clob', area: 'keys', method, path, headers }))
  }
  let answer = await ask('GET', '/auth/derive-api-key')
  // No credentials were created yet.
  const isMissing = (answer.status === 400 || answer.status === 404) && !refusesAll(answer.status, errorIn(answer))
  if (isMissing) answer = await ask('POST', '/auth/api-key')
  if (answer.status < 200 || answer.status >= 300) return refusalOf(answer)
  const reading = v.safeParse(WireApiKey, answer.body)
  if (!reading.success) throw unavailable('it answers with something that is no API key')
  const { apiKey, secret, passphrase } = reading.output
  return { address: wallet.address, apiKey, secret, passphrase }
}

const NONCE = 0

const answerOf = (result: CallResult): Answered => {
  if (result.kind === 'too_fast') throw unavailable('too many requests')
  if (result.kind !== 'answered') throw unavailable(result.reason)
  return result
}

const refusalOf = (answer: Answered): Verification => {
  const { status } = answer
  const error = errorIn(answer)
  const { words } = error
  if (refusesAll(status, error))
    throw new ExchangeRefuses(
      'EXCHANGE_B',
      `The exchange refuses all calls from here (status ${status}): ${REFUSED_HERE}`,
    )
  const said = words === '' ? '' : ` (${words})`
  if (status === 401) return invalid('private_key', `the exchange does not accept a signature of this key${said}`)
  if (status === 400) return invalid('private_key', `the exchange does not take this wallet${said}`)
  throw unavailable(`status ${status}${said}`)
}

const REFUSED_HERE =
  'run this service from a region and an address the exchange serves. The credentials were not checked.'

const invalid = (field: string, reason: string): Verification => ({ kind: 'invalid', field, reason })

const unavailable = (reason: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_B', `The exchange cannot check the credentials now: ${reason}.`)
