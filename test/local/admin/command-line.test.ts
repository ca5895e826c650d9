/** The operator's command line lists its commands, refuses unknown ones, and suggests the command probably meant. */

import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#local/admin/commands.ts'
import type { Place } from '#local/admin/environment/place.ts'
import { run, type Terminal } from '#local/admin/run.ts'

const at = async (args: readonly string[], more: Partial<Terminal> = {}) => {
  const [printed, complaints]: [string[], string[]] = [[], []]
  const code = await run(args, {
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
    environment: { LOCAL_DIR: '/nowhere/at/all' },
    clock: () => 0,
    ...more,
  })
  return { code, printed: printed.join('\n'), complaint: complaints.join('\n') }
}

const KEYS = { accessKeyId: 'a', secretAccessKey: 'b' }

describe('the help', () => {
  it('lists every command, and is printed without any', async () => {
    const { code, printed } = await at([])
    expect(code).toBe(0)
    for (const [name, { summary }] of Object.entries(COMMANDS)) {
      expect(printed).toContain(`  ${name}`)
      expect(printed).toContain(summary)
    }
    for (const word of ['--help', '-h', 'help']) expect((await at([word])).printed).toBe(printed)
  })

  it.each(Object.keys(COMMANDS))('%s has a page of its own with all its flags', async (name) => {
    const { code, printed } = await at([name, '--help'])
    expect(code).toBe(0)
    expect((await at(['help', name])).printed).toBe(printed)
    for (const flag of ['region', 'stage', ...Object.keys(COMMANDS[name]?.flags ?? {})])
      expect(printed).toContain(`--${flag} `)
  })
})

describe('a command line that makes no sense is refused, and ends with 2', () => {
  it.each([
    [['docter'], 'There is no command docter. Did you mean doctor?'],
    [['explode'], 'There is no command explode. npm run admin -- --help lists all.'],
    [['doctor', '--stge', 'live'], 'doctor does not know --stge. Did you mean --stage?'],
    [['doctor', '--table', 'x'], 'doctor does not know --table.'],
    [['doctor', '--region'], '--region needs a value.'],
    [['trace'], 'trace needs <order id>.'],
    [['doctor', 'now'], 'doctor does not know what now is.'],
    [['create-key'], 'create-key needs --user <user id>'],
    [['doctor'], 'No service runs on the data in /nowhere/at/all. Run npm start first, or name a deployment'],
  ])('%j', async (args, words) => {
    const { code, complaint, printed } = await at(args)
    expect([code, printed]).toEqual([2, ''])
    expect(complaint).toContain(words)
  })

  it('a stage needs a region', async () => {
    expect((await at(['users', '--stage', 'live'])).complaint).toBe(
      'Which region? Add --region <region>, or set AWS_REGION.',
    )
  })
})

it('the doctor of a service that is stopped says how to start it', async () => {
  const gone = 'http://127.0.0.1:9'
  const reach = { name: 'the service in .local', ifSilent: 'Start it with npm start.', baseUrl: gone }
  const table = {
    name: 'trading',
    endpoint: gone,
    region: 'local',
    credentials: KEYS,
  }
  const place = { ...reach, table, logs: { find: async () => [] }, exchanges: {}, close: () => undefined }
  const { code, printed } = await at(['doctor'], { openPlace: async () => place as unknown as Place })
  expect(code).toBe(1)
  expect(printed).toBe(
    'the service in .local does not answer: connect ECONNREFUSED 127.0.0.1:9. Start it with npm start.',
  )
})

it('the doctor of a service that takes connections and answers nothing, such as a suspended one, gives up within seconds', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const table = { name: 'trading', endpoint: baseUrl, region: 'local', credentials: KEYS }
  const place = { name: 'the service in .local', ifSilent: 'Start it with npm start.', baseUrl, table }
  const begun = Date.now()
  const { code, printed } = await at(['doctor'], {
    openPlace: async () => ({ ...place, close: () => undefined }) as unknown as Place,
  })
  server.close()
  expect([code, printed]).toEqual([
    1,
    'the service in .local does not answer: no answer within 5 s. Start it with npm start.',
  ])
  expect(Date.now() - begun).toBeLessThan(15_000)
}, 30_000)

describe('an unreachable service is reported in words without a stack, and ends with 1', () => {
  const asking = (error: Error) => {
    const failing = { send: () => Promise.reject(error) }
    const place = {
      name: 'the service in .local',
      ifSilent: 'Start it with npm start.',
      table: { name: 'trading', client: failing },
      close: () => undefined,
    }
    return at(['users'], { openPlace: async () => place as unknown as Place })
  }

  it.each([
    ['that was killed', { code: 'ECONNREFUSED' }, 'connect ECONNREFUSED 127.0.0.1:9'],
    ['that AWS lets nobody read', { $metadata: { httpStatusCode: 400 } }, 'You are not authorized to perform: Scan'],
  ])('one %s', async (_which, more, message) => {
    expect(await asking(Object.assign(new Error(message), more))).toEqual({
      code: 1,
      printed: '',
      complaint: `the service in .local does not answer: ${message}. Start it with npm start.`,
    })
  })

  it('a fault of the command itself is reported with its stack', async () => {
    await expect(asking(new Error('a row without a key'))).rejects.toThrow('a row without a key')
  })
})
