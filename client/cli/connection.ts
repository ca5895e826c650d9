/** Finds the address and the key: from the options, else the environment, else the service that runs on this machine. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailed } from './command.ts'

export interface Connection {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** Typed options; they win over the environment. */
export type TypedConnection = Partial<Readonly<Record<'url' | 'key' | 'subaccount', string | undefined>>>

export const connectionOf = (options: TypedConnection, environment: Environment): Connection => {
  const local = localService(join(environment['LOCAL_DIR'] ?? '.local', 'dev.json'))
  const said = (option: keyof TypedConnection, variable: string): string | undefined => {
    const value = options[option] ?? environment[variable]
    // A variable of a shell that was never set.
    return value === '' ? undefined : value
  }
  const url = said('url', 'TRADING_URL')
  // The local key is for the local service: it is sent to no other address.
  const here = url === undefined || url === local?.base_url ? local : null
  const baseUrl = url ?? here?.base_url
  const apiKey = said('key', 'TRADING_KEY') ?? here?.api_key
  if (baseUrl === undefined)
    throw new CommandFailed('No service runs here. Start one with npm start, or give --url and --key.')
  if (!isAddress(baseUrl))
    throw new CommandFailed(`--url must be an address, such as http://127.0.0.1:8787, and is ${baseUrl}.`, true)
  if (apiKey === undefined) throw new CommandFailed(`There is no key for ${baseUrl}. Give --key, or set TRADING_KEY.`)
  // Other letters cannot be sent.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new CommandFailed('--key is no key: it has letters that no key has.', true)
  return { baseUrl, apiKey, subaccountId: said('subaccount', 'TRADING_SUBACCOUNT') ?? here?.subaccount_id ?? null }
}

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

interface LocalService {
  readonly base_url: string
  readonly api_key: string
  readonly subaccount_id: string
}

const localService = (file: string): LocalService | null => {
  if (!existsSync(file)) return null
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isLocalService(found) ? found : null
  } catch {
    // A service that is killed as it writes leaves half of it.
    return null
  }
}

const isLocalService = (value: unknown): value is LocalService =>
  typeof value === 'object' && value !== null && 'base_url' in value && 'api_key' in value && 'subaccount_id' in value
