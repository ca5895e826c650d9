/** Checks credentials against the exchange, and finds the account that they belong to. */

import * as v from 'valibot'
import type { ExchangeAccount, ExchangeSecrets, Verification } from '#ports/exchanges/exchange-account.ts'
import { ExchangeRefuses, ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { type Client, errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'
import { WireApiKeys, WireUserId } from '../http/wire.ts'
import { readPrivateKey, toPem } from '../signing/sign.ts'
import { BALANCE } from './portfolio-reads.ts'

export const verify = async (client: Client, given: ExchangeSecrets, signal: AbortSignal): Promise<Verification> => {
  const reading = readCredentials(given)
  if (reading.kind === 'invalid') return reading
  const { keyId, secrets } = reading
  const account: ExchangeAccount = { accountKey: `verify:${keyId}`, secrets }
  const askThis: Ask = (call) => ask(client, account, call, signal)

  const rights = await rightsOf(askThis, keyId)
  if (rights.kind === 'invalid') return rights
  const owner = await askThis({ path: '/communications/id', cost: 10 })
  if (owner.kind === 'refused') return owner.because
  const exchangeAccount = `${ownerOf(owner, keyId)}${rights.subaccount}`
  return { kind: 'valid', exchangeAccount, publicPart: keyId, secrets }
}

type Invalid = Extract<Verification, { kind: 'invalid' }>

const readCredentials = (
  given: ExchangeSecrets,
): Invalid | { readonly kind: 'credentials'; readonly keyId: string; readonly secrets: ExchangeSecrets } => {
  const keyId = (given['api_key_id'] ?? '').trim()
  // The key id is sent in a header, and sealed together with the private key in at most 4 KB.
  if (!/^[0-9A-Za-z_-]{1,100}$/.test(keyId))
    return invalid('api_key_id', 'the key id is the UUID the exchange shows beside the key')
  const reading = readPrivateKey(given['private_key'] ?? '')
  if (reading.kind === 'unusable') return invalid('private_key', reading.reason)
  return { kind: 'credentials', keyId, secrets: { api_key_id: keyId, private_key: toPem(reading.key) } }
}

/** Returns the numbered subaccount of a key that may trade, as the end of the account's name. */
const rightsOf = async (
  ask: Ask,
  keyId: string,
): Promise<Invalid | { readonly kind: 'rights'; readonly subaccount: string }> => {
  const keys = await ask({ path: '/api_keys', cost: 10 })
  if (keys.kind === 'refused') return keys.because
  if (keys.kind === 'closed') {
    const problem = await problemOfReading(ask)
    if (problem !== null) return problem
  }
  const list = keys.kind === 'body' ? v.safeParse(WireApiKeys, keys.body) : null
  const own = list?.success ? list.output.api_keys.find((key) => key.api_key_id === keyId) : undefined
  if (own?.scopes && !mayTrade(own.scopes)) return invalid('api_key_id', SCOPES_NEEDED)
  // Numbered subaccounts of the exchange have separate money; an unrestricted key trades on number 0.
  return { kind: 'rights', subaccount: own?.subaccount ? `/${own.subaccount}` : '' }
}

/** Checks that a restricted key, which may not list keys, can read at all. Returns null if it can. */
const problemOfReading = async (ask: Ask): Promise<Invalid | null> => {
  const balance = await ask(BALANCE)
  if (balance.kind === 'refused') return balance.because
  if (balance.kind === 'closed' && balance.status === 404) throw unavailable(NOT_THERE)
  return balance.kind === 'closed' ? invalid('api_key_id', SCOPES_NEEDED) : null
}

/**
 * Returns the account's public communications id, which is the same for all its keys. If the exchange does not show it,
 * returns the key's own id: as stable, but two keys of one account then look like two accounts. The user id of orders
 * would join them, but is only there after the first order: the account would then change its name.
 */
const ownerOf = (owner: Answer, keyId: string): string => {
  const reading = owner.kind === 'body' ? v.safeParse(WireUserId, owner.body) : null
  return reading?.success ? reading.output.communications_id : keyId
}

type Answer =
  | { readonly kind: 'body'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly because: Invalid }
  /** The key may not read the path, or the exchange does not have it. */
  | { readonly kind: 'closed'; readonly status: 403 | 404 }

type Ask = (call: Parameters<Client['ask']>[1]) => Promise<Answer>

const ask = async (
  client: Client,
  account: ExchangeAccount,
  call: Parameters<Client['ask']>[1],
  signal: AbortSignal,
): Promise<Answer> => {
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

/** Reads the two details with which refused signatures have been seen (Kalshi reference, section 2). */
const refusalOf = (details: string): Invalid => {
  if (details === 'not_found')
    return invalid('api_key_id', 'the exchange does not know this key id (keys of its demo belong to its demo)')
  if (details === 'incorrect_api_key_signature')
    return invalid('private_key', 'the private key does not belong to this key id')
  return invalid('private_key', 'the exchange does not accept these credentials')
}

const mayTrade = (scopes: readonly string[]): boolean =>
  scopes.includes('read') && (scopes.includes('write') || scopes.includes('write::trade'))

const SCOPES_NEEDED = 'the key may not do enough: give it the scopes read and write::trade at the exchange'

const invalid = (field: string, reason: string): Invalid => ({ kind: 'invalid', field, reason })

const NOT_THERE = 'its API is not at the address it was asked at (status 404)'

const unavailable = (reason: string): ExchangeUnavailable =>
  new ExchangeUnavailable('EXCHANGE_A', `The exchange cannot check the credentials now: ${reason}.`)
