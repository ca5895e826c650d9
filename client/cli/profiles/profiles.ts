/** Profiles: addresses and keys of services, each in a file that only its owner can read. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { CommandFailed } from '../command.ts'
import { PMT } from '../pmt.ts'
import { configFolder, type Environment } from './config-folder.ts'

export interface Profile {
  readonly url: string
  readonly key: string
  readonly subaccount: string | null
}

/** The profile of a command that names none. */
export const DEFAULT_PROFILE = 'default'
/** The service that runs in the current folder; no stored profile has this name. */
export const LOCAL = 'local'

/** Bits of a mode that let others read or write. */
const OTHERS = 0o077
const OTHERS_WRITE = 0o022

export class Profiles {
  readonly #folder: string
  readonly #platform: NodeJS.Platform

  constructor(environment: Environment, platform: NodeJS.Platform = process.platform) {
    this.#folder = join(configFolder(environment, platform), 'profiles')
    this.#platform = platform
  }

  names(): readonly string[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder)
      .flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
      .sort()
  }

  has(name: string): boolean {
    return existsSync(this.path(name))
  }

  path(name: string): string {
    if (!/^[a-z0-9][a-z0-9_-]{0,31}$/i.test(name) || name === LOCAL)
      throw new CommandFailed(
        `${name} is no name of a profile: use up to 32 letters, digits, - and _, but not ${LOCAL}.`,
        true,
      )
    return join(this.#folder, `${name}.json`)
  }

  /** Refuses a file that others can read, and a folder in which others can replace it. */
  read(name: string): Profile {
    const path = this.path(name)
    if (!existsSync(path))
      throw new CommandFailed(`There is no profile ${name}. ${PMT} login --profile ${name} makes it.`)
    this.#refuseOthers(path, OTHERS, `chmod 600 '${path}'`)
    this.#refuseOthers(this.#folder, OTHERS_WRITE, `chmod 700 '${this.#folder}'`)
    const profile = profileIn(readFileSync(path, 'utf8'))
    if (profile === null)
      throw new CommandFailed(`The profile ${path} cannot be read. ${PMT} login --profile ${name} writes it again.`)
    return profile
  }

  /** Replaces the file in one step: no other program sees half of it, or the key in a file that others can read. */
  write(name: string, profile: Profile): string {
    const path = this.path(name)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    chmodSync(this.#folder, 0o700)
    const made = `${path}.${process.pid}`
    rmSync(made, { force: true })
    writeFileSync(made, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(made, path)
    return path
  }

  remove(name: string): void {
    if (!this.has(name)) throw new CommandFailed(`There is no profile ${name}. ${PMT} profiles lists yours.`)
    rmSync(this.path(name))
  }

  #refuseOthers(path: string, bits: number, remedy: string): void {
    // Windows has no such mode; the folder of a user is closed to others there.
    if (this.#platform === 'win32' || (statSync(path).mode & bits) === 0) return
    throw new CommandFailed(`Others on this machine can read or change ${path}, which holds a key. Close it: ${remedy}`)
  }
}

const profileIn = (text: string): Profile | null => {
  try {
    const found: unknown = JSON.parse(text)
    return isProfile(found) ? found : null
  } catch {
    return null
  }
}

const isProfile = (value: unknown): value is Profile =>
  typeof value === 'object' &&
  value !== null &&
  'url' in value &&
  typeof value.url === 'string' &&
  'key' in value &&
  typeof value.key === 'string' &&
  'subaccount' in value &&
  (value.subaccount === null || typeof value.subaccount === 'string')
