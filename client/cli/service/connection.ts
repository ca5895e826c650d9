/** Finds the address and the key: from the options, else the environment, else a profile, else the service that runs on this machine. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailed } from '../command.ts'
import { PMT } from '../pmt.ts'
import type { Environment } from '../profiles/config-folder.ts'
import { DEFAULT_PROFILE, LOCAL, Profiles } from '../profiles/profiles.ts'

export interface Connection {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string | null
}

/** Typed options; they win over the environment. */
export type TypedConnection = Partial<Readonly<Record<'url' | 'key' | 'subaccount' | 'profile', string | undefined>>>

export const connectionOf = (options: TypedConnection, environment: Environment): Connection => {
  const said = (option: 'url' | 'key' | 'subaccount', variable: string): string | undefined => {
    const value = options[option] ?? environment[variable]
    // A variable of a shell that was never set.
    return value === '' ? undefined : value
  }
  const [url, key] = [said('url', 'TRADING_URL'), said('key', 'TRADING_KEY')]
  const stored =
    url !== undefined && key !== undefined ? named(options, environment) : storedPlace(options, environment)
  if (options.profile !== undefined && stored !== null && url !== undefined && !isSame(url, stored.url))
    throw new CommandFailed(
      `The profile ${options.profile} is of ${stored.url}, and --url or TRADING_URL is ${url}. Leave one of them out.`,
      true,
    )
  // A stored key is for its own service: it is sent to no other address.
  const here = stored !== null && (url === undefined || isSame(url, stored.url)) ? stored : null
  const baseUrl = url ?? here?.url
  const apiKey = key ?? here?.key
  if (baseUrl === undefined)
    throw new CommandFailed(
      `No service is known here. Log in with ${PMT} login, start one with npm start, or give --url and --key.`,
    )
  checkAddress(baseUrl)
  if (apiKey === undefined)
    throw new CommandFailed(`There is no key for ${baseUrl}. Log in with ${PMT} login, or set TRADING_KEY.`)
  checkKey(apiKey, '--key')
  return { baseUrl, apiKey, subaccountId: said('subaccount', 'TRADING_SUBACCOUNT') ?? here?.subaccount ?? null }
}

export const checkAddress = (url: string): void => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandFailed(`--url must be an address, such as http://127.0.0.1:8787, and is ${url}.`, true)
}

/** Refuses letters that cannot be sent. */
export const checkKey = (key: string, what: string): void => {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CommandFailed(`${what} is no key: it has letters that no key has.`, true)
}

const isSame = (one: string, other: string): boolean => one.replace(/\/+$/, '') === other.replace(/\/+$/, '')

interface Stored {
  readonly url: string
  readonly key: string
  readonly subaccount: string | null
}

/** The typed profile, else the one that `PMT_PROFILE` names, else the default profile if it exists, else the local service. */
const storedPlace = (options: TypedConnection, environment: Environment): Stored | null => {
  const typed = named(options, environment)
  if (options.profile !== undefined) return typed
  const name = environment['PMT_PROFILE'] || DEFAULT_PROFILE
  const profiles = new Profiles(environment)
  if (name === LOCAL || (name === DEFAULT_PROFILE && !profiles.has(name))) return localService(environment)
  return profiles.read(name)
}

/** The profile of `--profile`; without that option the local service. */
const named = ({ profile }: TypedConnection, environment: Environment): Stored | null => {
  if (profile === undefined) return localService(environment)
  if (profile !== LOCAL) return new Profiles(environment).read(profile)
  const local = localService(environment)
  if (local === null) throw new CommandFailed('No service runs here. Start one with npm start.')
  return local
}

const localService = (environment: Environment): Stored | null => {
  const file = join(environment['LOCAL_DIR'] ?? '.local', 'dev.json')
  if (!existsSync(file)) return null
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isLocalService(found) ? { url: found.base_url, key: found.api_key, subaccount: found.subaccount_id } : null
  } catch {
    // A service that is killed as it writes leaves half of it.
    return null
  }
}

interface LocalService {
  readonly base_url: string
  readonly api_key: string
  readonly subaccount_id: string
}

const isLocalService = (value: unknown): value is LocalService =>
  typeof value === 'object' && value !== null && 'base_url' in value && 'api_key' in value && 'subaccount_id' in value
