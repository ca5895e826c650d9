/** Commands that store, list and remove profiles. */

import { createTradingClient } from '../../trading-client.ts'
import { CommandFailed, type LocalCommand, type LocalSession, must, show } from '../command.ts'
import { drawTable } from '../draw/table.ts'
import { PMT } from '../pmt.ts'
import { DEFAULT_PROFILE, Profiles } from '../profiles/profiles.ts'
import { checkAddress, checkKey } from '../service/connection.ts'

export const login: LocalCommand = {
  group: 'Setup',
  does: 'stores the address and the key of a service as a profile; reads the key from a prompt that does not show it, or from standard input',
  runLocally: async (session) => {
    const { common, environment } = session
    if (common.key !== undefined)
      throw new CommandFailed(
        'Other users and the history of the shell see a typed --key. Leave it out: you are asked for it.',
        true,
      )
    const profiles = new Profiles(environment)
    const name = common.profile ?? (environment['PMT_PROFILE'] || DEFAULT_PROFILE)
    profiles.path(name)
    const url = common.url ?? (await requestAddress(session))
    checkAddress(url)
    const key = await session.prompt.ask(`API key of ${url}: `, true)
    if (key === '') throw new CommandFailed('There is no key: give it at the prompt or on standard input.')
    checkKey(key, 'This')
    const subaccount = await chosenSubaccount(session, url, key)
    const path = profiles.write(name, { url, key, subaccount })
    const unsafe = url.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url)
    if (unsafe) session.progress('The address is http: everybody on the way can read the key. Use https.')
    if (environment['TRADING_URL']) session.progress('TRADING_URL is set, and wins over profiles.')
    show(session, { profile: name, url, subaccount, path }, () => `Profile ${name} of ${url} is stored in ${path}.`)
  },
}

const requestAddress = async ({ prompt }: LocalSession): Promise<string> => {
  if (!prompt.isTerminal) throw new CommandFailed('Give --url.', true)
  return prompt.ask('Address of the service, such as https://example.com: ', false)
}

/** Proves the key, too. One of several subaccounts is chosen by the user. */
const chosenSubaccount = async (session: LocalSession, url: string, key: string): Promise<string | null> => {
  const { common, fetch, signal } = session
  const client = createTradingClient({
    baseUrl: url,
    apiKey: key,
    retries: 0,
    ...(fetch === undefined ? {} : { fetch }),
  })
  const found = must(await client.GET('/v1/subaccounts', { signal }))
  const [first] = found
  if (common.subaccount !== undefined) {
    if (!found.some((one) => one.subaccount_id === common.subaccount))
      throw new CommandFailed(`There is no subaccount ${common.subaccount}.`)
    return common.subaccount
  }
  if (found.length === 1 && first !== undefined) return first.subaccount_id
  const list = found.map((one) => `\n  ${one.subaccount_id}  ${one.name}`).join('')
  session.progress(`There are ${found.length} subaccounts: choose one with --subaccount.${list}`)
  return null
}

export const logout: LocalCommand = {
  group: 'Setup',
  does: 'removes a profile with its key',
  runLocally: async (session) => {
    const name = session.common.profile ?? (session.environment['PMT_PROFILE'] || DEFAULT_PROFILE)
    new Profiles(session.environment).remove(name)
    show(session, { removed: name }, () => `Profile ${name} is removed. Its key stays valid until it is revoked.`)
  },
}

export const profiles: LocalCommand = {
  group: 'Setup',
  does: 'lists the profiles, without their keys',
  runLocally: async (session) => {
    const stored = new Profiles(session.environment)
    const found = stored.names().map((name) => {
      const { url, subaccount } = stored.read(name)
      return { profile: name, url, subaccount }
    })
    show(session, found, () =>
      found.length === 0
        ? `There are no profiles. ${PMT} login makes one.`
        : drawTable(
            ['profile', 'address', 'subaccount'],
            found.map(({ profile, url, subaccount }) => [profile, url, subaccount]),
          ),
    )
  },
}
