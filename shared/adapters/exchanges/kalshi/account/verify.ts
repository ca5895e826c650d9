/** Checks credentials against the exchange, and finds out whose they are. */

import * as v from 'valibot'
import type { ExchangeAccount, ExchangeSecrets, Verification } from '#ports/exchanges/exchange-account.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { type Client, errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'
import { WireApiKeys, WireUserId } from '../http/wire.ts'
import { readPrivateKey, toPem } from '../signing/sign.ts'
import { BALANCE } from './portfolio-reads.ts'

export const verify = async (client: Client, given: ExchangeSecrets, signal: AbortSignal): Promise<Verification> => {
  const keyId = (given['api_key_id'] ?? '').trim()
  // It travels in a header, and it is sealed together with the private key in at most 4 KB.
  if (!/^[0-9A-Za-z_-]{1,100}$/.test(keyId))
    return invalid('api_key_id', 'the key id is the UUID the exchange shows beside the key')
  const reading = readPrivateKey(given['private_key'] ?? '')
  if (reading.kind === 'unusable') return invalid('private_key', reading.reason)
  const secrets = { api_key_id: keyId, private_key: toPem(reading.key) }
  const account: ExchangeAccount = { accountKey: `verify:${keyId}`, secrets }

  const keys = await ask(client, account, { path: '/api_keys', cost: 10 }, signal)
  if (keys.kind === 'refused') return keys.because
  if (keys.kind === 'closed') {
    // A restricted key may not list keys; that it may read at all still has to be seen.
    const balance = await ask(client, account, BALANCE, signal)
    if (balance.kind === 'refused') return balance.because
    if (balance.kind === 'closed' && balance.status === 404) throw unavailable(NOT_THERE)
    if (balance.kind === 'closed') return invalid('api_key_id', SCOPES_NEEDED)
  }
  const list = keys.kind === 'body' ? v.safeParse(WireApiKeys, keys.body) : null
  const own = list?.success ? list.output.api_keys.find((key) => key.api_key_id === keyId) : undefined
  if (own?.scopes && !mayTrade(own.scopes)) return invalid('api_key_id', SCOPES_NEEDED)

  // The exchange's own subaccounts have separate money; number 0 is what an unrestricted key trades on.
  const subaccount = own?.subaccount ? `/${own.subaccount}` : ''
  const owner = await ask(client, account, { path: '/communications/id', cost: 10 }, signal)
  if (owner.kind === 'refused') return owner.because
  return { kind: 'valid', exchangeAccount: `${ownerOf(owner, keyId)}${subaccount}`, publicPart: keyId, secrets }
}

/**
 * The account's public communications id, the same for all its keys. Where the exchange does not tell it, the key's own id: that is
 * as stable, but then two keys of one account look like two accounts. (The user id of orders would tell them together,
 * yet only once there are orders: the account would change its name under us.)
 */
const ownerOf = (owner: Asked, keyId: string): string => {
  const reading = owner.kind === 'body' ? v.safeParse(WireUserId, owner.body) : null
  return reading?.success ? reading.output.communications_id : keyId
}

type Asked =
  | { readonly kind: 'body'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly because: Verification }
  /** This key may not read it, or the exchange does not have it. */
  | { readonly kind: 'closed'; readonly status: 403 | 404 }

const ask = async (
  client: Client,
  account: ExchangeAccount,
  call: Parameters<Client['ask']>[1],
  signal: AbortSignal,
): Promise<Asked> => {
  const answer = await client.ask(account, call, signal)
  if (answer.kind !== 'answered') throw unavailable(answer.kind === 'too_fast' ? 'too many requests' : answer.reason)
  if (answer.status === 200) return { kind: 'body', body: answer.body }
  const error = errorIn(answer)
  if (refusesAll(answer.status, error) && answer.status === 404) throw unavailable(NOT_THERE)
  if (refusesAll(answer.status, error))
    throw new ExchangeRefuses('EXCHANGE_A', `The exchange refuses all calls from here (status ${answer.status}).`)
  if (answer.status === 403 || answer.status === 404) return { kind: 'closed', status: answer.status }
  if (answer.status !== 401) throw unavailable(`status ${answer.status}`)
  if (error.code === 'header_timestamp_expired') throw unavailable('it refuses the clock of this machine')
  return { kind: 'refused', because: refusalOf(error.details) }
}

/** The two details a refused signature has been seen with (Kalshi reference, section 2). */
const refusalOf = (details: string): Verification => {
  if (details === 'not_found')
    return invalid('api_key_id', 'the exchange does not know this key id (keys of its demo belong to its demo)')
  if (details === 'incorrect_api_key_signature')
    return invalid('private_key', 'the private key does not belong to this key id')
  return invalid('private_key', 'the exchange does not accept these credentials')
}

const mayTrade = (scopes: readonly string[]): boolean =>
  scopes.includes('read') && (scopes.includes('write') || scopes.includes('write::trade'))

const SCOPES_NEEDED = 'the key may not do enough: give it the scopes read and write::trade at the exchange'

const invalid = (field: string, reason: string): Verification => ({ kind: 'invalid', field, reason })

const NOT_THERE = 'its API is not at the address it was asked at (status 404)'

const unavailable = (reason: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_A', `The exchange cannot check the credentials now: ${reason}.`)
