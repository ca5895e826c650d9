/**
 * Resolves the names of receivers with own queries to name servers (c-ares). The system's look-up blocks one of four threads for any time, for names
 * that users choose. These queries end at a deadline and block no thread.
 */

import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { SECOND } from '#domain/kernel/time.ts'

/** All addresses of a name. Throws if there is none, or none is found in time. */
export type Resolve = (name: string) => Promise<ReadonlyArray<{ readonly address: string; readonly family: number }>>

export interface ResolverOptions {
  /** `address:port` of name servers; by default the system's. */
  readonly servers?: readonly string[]
  /** File with the names of this machine, read before any query; null for no file, and no `localhost` either. */
  readonly hostsFile: string | null
  readonly deadlineMs?: number
}

/** File with the names of this machine. */
export const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/** Half of the time of an attempt. */
const DEADLINE = 5 * SECOND

/** Wait for the first answer of a server; later waits are longer. */
const FIRST_WAIT = SECOND

export const nameResolver = (options: ResolverOptions): Resolve => {
  const deadlineMs = options.deadlineMs ?? DEADLINE
  return async (given) => {
    const name = given.toLowerCase().replace(/\.$/, '')
    const own = options.hostsFile === null ? [] : await namedHere(name, options.hostsFile)
    if (own.length > 0) return own.map(withFamily)
    const resolver = new Resolver({ timeout: Math.min(FIRST_WAIT, deadlineMs), tries: 3 })
    if (options.servers !== undefined) resolver.setServers(options.servers)
    // Queries that are still open end with ECANCELLED.
    const deadline = setTimeout(() => resolver.cancel(), deadlineMs)
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (found.length > 0) return found.map(withFamily)
      throw failureOf(answers)
    } finally {
      clearTimeout(deadline)
    }
  }
}

/** Prefers the query without any answer, which explains more than "no such address". */
const failureOf = (answers: ReadonlyArray<PromiseSettledResult<unknown>>): unknown => {
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  return reasons.find(({ code }) => code !== 'ENODATA' && code !== 'ENOTFOUND') ?? reasons[0]
}

const LOCALHOST: readonly string[] = ['127.0.0.1', '::1']

const namedHere = async (name: string, hostsFile: string): Promise<readonly string[]> => {
  if (name === 'localhost') return LOCALHOST
  const text = await readFile(hostsFile, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) !== 0 && names.includes(name) ? [address] : []
  })
}

const withFamily = (address: string) => ({ address, family: isIP(address) })
