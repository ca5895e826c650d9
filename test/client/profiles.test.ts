/** Profiles of the command line: their files, the login, and the choice of a profile; and the version of the service. */

import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { configFolder } from '#client/cli/profiles/config-folder.ts'
import { Profiles } from '#client/cli/profiles/profiles.ts'
import { connectionOf } from '#client/cli/service/connection.ts'
import { problem } from './prepared.ts'
import { type Answers, typeCommand } from './type-command.ts'

let config: string
let environment: Readonly<Record<string, string>>
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'config-'))
  environment = { XDG_CONFIG_HOME: config, LOCAL_DIR: join(config, 'nowhere') }
  onTestFinished(() => rmSync(config, { recursive: true }))
})

const PROFILE = { url: 'https://there', key: 'pmt_secret', subaccount: 's1' }
const CONNECTION = { baseUrl: 'https://there', apiKey: 'pmt_secret', subaccountId: 's1' }

describe('the folder of profiles', () => {
  it.each([
    ['linux', { HOME: '/home/ada' }, '/home/ada/.config/pmt'],
    ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/pmt'],
    ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/pmt'],
    ['win32', { APPDATA: '/ada/Roaming' }, '/ada/Roaming/pmt'],
  ] as const)('is on %s with %j the folder %s', (platform, variables, folder) => {
    expect(configFolder(variables, platform)).toBe(folder)
  })
})

describe('a stored profile', () => {
  it('is a file that only its owner can read, in a folder that only its owner can open', () => {
    const path = new Profiles(environment).write('desk', PROFILE)
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(new Profiles(environment).read('desk')).toEqual(PROFILE)
    expect(new Profiles(environment).names()).toEqual(['desk'])
  })

  it('is refused while others can read it, with the command that closes it', () => {
    const profiles = new Profiles(environment)
    const path = profiles.write('desk', PROFILE)
    for (const mode of [0o640, 0o604, 0o620]) {
      chmodSync(path, mode)
      expect(() => profiles.read('desk')).toThrow(`Close it: chmod 600 '${path}'`)
    }
    chmodSync(path, 0o600)
    chmodSync(dirname(path), 0o770)
    expect(() => profiles.read('desk')).toThrow(`Close it: chmod 700 '${dirname(path)}'`)
    expect(new Profiles(environment, 'win32').path('desk')).toBe(path)
  })

  it('has a name that is no path', () => {
    for (const name of ['../desk', '', 'a/b', 'local', '.hidden'])
      expect(() => new Profiles(environment).write(name, PROFILE), name).toThrow('is no name of a profile')
  })

  it('that is damaged is refused with the command that writes it again', () => {
    const profiles = new Profiles(environment)
    writeFileSync(profiles.write('desk', PROFILE), '{ "url": "https://th')
    expect(() => profiles.read('desk')).toThrow('pmt login --profile desk writes it again')
  })
})

describe('a command', () => {
  it('uses the default profile, the one of PMT_PROFILE, or the typed one', () => {
    const profiles = new Profiles(environment)
    profiles.write('default', PROFILE)
    profiles.write('desk', { ...PROFILE, url: 'https://desk' })
    expect(connectionOf({}, environment)).toEqual(CONNECTION)
    expect(connectionOf({}, { ...environment, PMT_PROFILE: 'desk' })).toMatchObject({ baseUrl: 'https://desk' })
    expect(connectionOf({ profile: 'desk' }, environment)).toMatchObject({ baseUrl: 'https://desk' })
    expect(() => connectionOf({ profile: 'other' }, environment)).toThrow('There is no profile other.')
  })

  it('uses the environment before a profile, and never sends the key of a profile to another address', () => {
    new Profiles(environment).write('default', PROFILE)
    const there = { ...environment, TRADING_URL: 'https://elsewhere' }
    expect(() => connectionOf({}, there)).toThrow('There is no key for https://elsewhere.')
    expect(connectionOf({}, { ...there, TRADING_KEY: 'k' })).toEqual({
      baseUrl: 'https://elsewhere',
      apiKey: 'k',
      subaccountId: null,
    })
    expect(connectionOf({ url: 'https://there/' }, environment)).toMatchObject({ apiKey: 'pmt_secret' })
  })

  it('refuses a typed profile beside the address of another service', () => {
    new Profiles(environment).write('desk', PROFILE)
    const there = { ...environment, TRADING_URL: 'https://elsewhere', TRADING_KEY: 'k' }
    expect(() => connectionOf({ profile: 'desk' }, there)).toThrow('Leave one of them out.')
  })

  it('uses the service of the folder as profile local, and without a default profile', () => {
    const local = { base_url: 'http://127.0.0.1:8787', api_key: 'local-key', subaccount_id: 'local' }
    writeFileSync(join(config, 'dev.json'), JSON.stringify(local))
    const here = { ...environment, LOCAL_DIR: config }
    expect(connectionOf({}, here)).toMatchObject({ apiKey: 'local-key' })
    new Profiles(environment).write('default', PROFILE)
    expect(connectionOf({}, here)).toEqual(CONNECTION)
    expect(connectionOf({ profile: 'local' }, here)).toMatchObject({ apiKey: 'local-key' })
  })
})

describe('pmt login', () => {
  const own: Answers = {
    'GET subaccounts': () => [
      { subaccount_id: 's1', name: 'desk', is_active: true, inserted_at: '2026-11-26T20:12:30Z' },
    ],
  }
  const type = (typed: string, answers: Answers, ...line: string[]) =>
    typeCommand(answers, line, AbortSignal.timeout(10_000), {
      typed,
      environment: { ...environment, TRADING_URL: '', TRADING_KEY: '', TRADING_SUBACCOUNT: '' },
    })

  it('stores the address, the key from standard input and the only subaccount, and later commands use them', async () => {
    const done = await type('pmt_secret', own, 'login', '--url', 'https://there')
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(`${done.stdout}${done.stderr}`).not.toContain('pmt_secret')
    expect(new Profiles(environment).read('default')).toEqual(PROFILE)
    const listed = await type('', {}, 'profiles')
    expect(listed.stdout).toMatch(/^profile +address +subaccount\ndefault +https:\/\/there +s1$/)
    expect(await type('', own, 'subaccounts')).toMatchObject({ code: 0, requested: ['GET subaccounts'] })
    expect(await type('', own, 'logout')).toMatchObject({ code: 0 })
    expect(new Profiles(environment).names()).toEqual([])
  })

  it('stores nothing if the service does not know the key', async () => {
    const refused = { 'GET subaccounts': () => problem(401, 'unauthenticated') }
    const { code, stderr } = await type('pmt_wrong', refused, 'login', '--url', 'https://there')
    expect([code, stderr]).toEqual([1, expect.stringContaining('https://there does not know this key')])
    expect(new Profiles(environment).names()).toEqual([])
  })

  it('takes no key from the command line, and says so without the key', async () => {
    const { code, stderr } = await type('', own, 'login', '--url', 'https://there', '--key', 'pmt_typed')
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining('Leave it out')])
    expect(stderr).not.toContain('pmt_typed')
  })

  it('warns of an address that is not encrypted', async () => {
    expect((await type('pmt_k', own, 'login', '--url', 'http://10.0.0.7:8787')).stderr).toContain('Use https.')
    expect((await type('pmt_k', own, 'login', '--url', 'http://127.0.0.1:8787')).stderr).toBe('')
  })

  it('stores no subaccount of several, and lists them', async () => {
    const two = { 'GET subaccounts': () => ['s1', 's2'].map((subaccount_id) => ({ subaccount_id, name: 'desk' })) }
    expect((await type('k', two, 'login', '--url', 'https://there')).stderr).toContain('There are 2 subaccounts')
    expect(new Profiles(environment).read('default').subaccount).toBeNull()
    await type('k', two, 'login', '--url', 'https://there', '--subaccount', 's2')
    expect(readFileSync(new Profiles(environment).path('default'), 'utf8')).toContain('"s2"')
  })
})

describe('a service of another version', () => {
  const answers = (version?: string): Answers => ({
    'GET health': () => ({ status: 'ok', version }),
    'GET markets/7': () => ({ svc_id: 7, name: 'Will it rain?' }),
    'POST orders': () => problem(409, 'trading_halted'),
  })

  it('gets no order, and a sentence names both versions', async () => {
    const { code, stderr, requested } = await typeCommand(answers('2.0.0'), ['buy', '7', '10', '0.4'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Nothing was sent: .* is version 2\.0\.0, .* version 1\./),
    ])
    expect(requested).toEqual(['GET markets/7', 'GET health'])
  })

  it('with the same major version, or an older one that does not say, gets the order', async () => {
    for (const version of ['1.9.0', undefined]) {
      const { requested } = await typeCommand(answers(version), ['buy', '7', '10', '0.4'])
      expect(requested).toContain('POST orders')
    }
  })
})
