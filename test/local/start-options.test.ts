/** `npm start` knows its flags, and suggests the flag probably meant for any other. */

import { describe, expect, it } from 'vitest'
import { startOptions } from '#local/start-options.ts'

describe('the options of npm start', () => {
  it('have defaults', () => {
    expect(startOptions([], {})).toEqual({
      accounts: 'simulated',
      hosts: null,
      fresh: false,
      jsonLogs: false,
      help: false,
      cache: true,
      unsignedRefusals: 0.3,
      port: 8787,
      dir: '.local',
      quotas: '',
      record: '',
      replay: null,
    })
  })

  it('come from flags and environment', () => {
    const options = startOptions(['--fresh', '--json-logs', '--live-lists', '-h'], {
      PORT: '0',
      LOCAL_DIR: 'elsewhere',
      QUOTAS: 'webhooks=3',
    })
    const quotas = 'webhooks=3'
    expect(options).toEqual({
      accounts: 'simulated',
      hosts: null,
      fresh: true,
      jsonLogs: true,
      help: true,
      cache: false,
      unsignedRefusals: 0.3,
      port: 0,
      dir: 'elsewhere',
      quotas,
      record: '',
      replay: null,
    })
  })

  it('record in a folder of their own, and play a recording in another data folder, which they empty', () => {
    expect(startOptions(['--record'], { RECORD_DIR: '/tape' })).toMatchObject({ record: '/tape' })
    expect(startOptions(['--replay', '/tape', '--speed', '60'], {})).toMatchObject({
      replay: { folder: '/tape', speed: 60 },
      dir: '.local-replay',
      fresh: true,
    })
  })

  it.each([
    [['--speed', '60'], /--speed needs a recording/],
    [['--replay', 'tape', '--speed', '0'], /--speed takes a number above 0 and up to 1000, not "0"/],
    [['--replay', 'tape', '--speed', 'fast'], /not "fast"/],
    [['--replay', 'tape', '--markets', 'live'], /A replay has simulated exchanges/],
  ])('refuse %j in one sentence', (flags, words) => {
    expect(() => startOptions(flags, {})).toThrow(words)
  })

  it('delete no data of another service for a replay', () => {
    expect(() => startOptions(['--replay', 'tape'], { LOCAL_DIR: 'mine' })).toThrow(/deletes the data in mine/)
  })

  it('take an empty variable for none: an empty folder name is no folder, and an empty port is not 0', () => {
    expect(startOptions([], { PORT: '', LOCAL_DIR: '' })).toMatchObject({ port: 8787, dir: '.local' })
  })

  it('refuse a quota that there is not, and one that is no number, in words', () => {
    expect(() => startOptions([], { QUOTAS: 'orders=3' })).toThrow('QUOTAS: There is no quota orders.')
    expect(() => startOptions([], { QUOTAS: 'webhooks=0' })).toThrow('QUOTAS: The quota webhooks is a whole number')
  })

  it.each([
    ['--frehs', 'npm start -- --fresh?'],
    ['fresh', 'npm start -- --fresh?'],
    ['--jsonlogs', 'npm start -- --json-logs?'],
    ['--json', 'npm start -- --json-logs?'],
    ['--port=9000', 'PORT=8788 npm start?'],
  ])('refuse %s and suggest the option probably meant', (flag, meant) => {
    expect(() => startOptions(['--fresh', flag], {})).toThrow(
      `npm start does not know ${flag}. Did you mean ${meant} npm start -- --help lists all options.`,
    )
  })

  it('refuse a flag that resembles none without a guess', () => {
    expect(() => startOptions(['--verbose'], {})).toThrow(
      'npm start does not know --verbose. npm start -- --help lists all options.',
    )
  })

  it('give each kind of accounts a folder of its own, unless LOCAL_DIR names one', () => {
    const dirOf = (flags: string[], environment = {}) => startOptions(['--markets', 'live', ...flags], environment).dir
    expect([dirOf([]), dirOf(['--accounts', 'demo']), dirOf(['--accounts', 'production'])]).toEqual([
      '.local-paper',
      '.local-demo',
      '.local-production',
    ])
    expect(dirOf(['--accounts', 'production'], { LOCAL_DIR: 'elsewhere' })).toBe('elsewhere')
  })

  it('delete data of production accounts only after a second word', () => {
    const production = ['--markets', 'live', '--accounts', 'production']
    expect(() => startOptions([...production, '--fresh'], {})).toThrow(
      '--accounts production --fresh --delete-production',
    )
    expect(startOptions([...production, '--fresh', '--delete-production'], {}).fresh).toBe(true)
    expect(startOptions(['--markets', 'live', '--fresh'], {}).fresh).toBe(true)
    expect(() => startOptions([...production, '--delete-production'], {})).toThrow('goes with --fresh only')
    expect(() => startOptions(['--fresh', '--delete-production'], {})).toThrow('goes with --fresh only')
  })

  it('refuse a flag that npm took for itself', () => {
    expect(() => startOptions([], { npm_config_fresh: 'true' })).toThrow('npm start -- --fresh')
    expect(() => startOptions([], { npm_config_json_logs: 'true' })).toThrow('npm start -- --json-logs')
    expect(() => startOptions([], { npm_config_accounts: 'production' })).toThrow('npm start -- --accounts')
  })
})
