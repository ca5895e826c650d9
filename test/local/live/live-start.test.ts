/** `npm start -- --markets live`, with simulators at the addresses of the real exchanges. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startLiveMarkets, unreachable } from '../../support/live-markets.ts'
import { devOf, newFolder, startProcess } from '../../support/npm-start.ts'

/** The fields of all answers that the tests read. */
const Reply = v.looseObject({
  status: v.optional(v.string()),
  code: v.optional(v.string()),
  svc_order_id: v.optional(v.string()),
  results: v.optional(v.array(v.object({ svc_id: v.number(), exchange_name: v.string() }))),
})

/** The blocks of commands in a chapter of the guide. */
const commandsOf = (chapter: string): readonly string[] => {
  const guide = readFileSync(new URL('../../../docs/guides/home.md', import.meta.url), 'utf8')
  const text = guide.split(chapter)[1]?.split('\n## ')[0] ?? ''
  const blocks = [...text.matchAll(/```bash\n(.*?)```/gs)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(0)
  return blocks
}

const LIVE = ['--markets', 'live']

const callerOf = (dir: string) => {
  const { base_url, api_key } = devOf(dir)
  return async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${base_url}${path}`, {
      method,
      headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: v.parse(Reply, await reply.json()) }
  }
}

describe('a service with live markets', { timeout: 240_000 }, () => {
  it('trades in the demo environment, keeps its orders when it is killed, and gives its folder to no other kind', async () => {
    const markets = await startLiveMarkets(onTestFinished)
    const dir = newFolder(onTestFinished)
    const start = (options: readonly string[]) =>
      startProcess(onTestFinished, { dir, options, environment: markets.variables })
    const first = await start([...LIVE, '--accounts', 'demo'])
    expect(first.said()).toContain(' DEMO ')
    expect(first.said()).toContain('each write is on the disk before it is acknowledged')
    expect(first.said()).toMatch(/curl -s -X PUT \S+credentials\/EXCHANGE_A .* -d @exchange-a.json/)

    const call = callerOf(dir)
    const { subaccount_id } = devOf(dir)
    const path = `/v1/subaccounts/${subaccount_id}/credentials/EXCHANGE_A`
    expect((await call('PUT', path, markets.account('EXCHANGE_A'))).status).toBe(200)
    const found = await call('GET', '/v1/markets/search?exchange_name=EXCHANGE_A&limit=1')
    const order = { subaccount_id, svc_id: found.body.results?.[0]?.svc_id, buy_flag: true, qty: 1, price: 0.01 }
    const placed = await call('POST', '/v1/orders', order)
    expect(placed.status).toBe(202)
    await first.kill('SIGKILL')

    const paper = await start(LIVE)
    expect(paper.process.exitCode).toBe(1)
    expect(paper.said()).toContain('holds data of demo accounts')

    const second = await start([...LIVE, '--accounts', 'demo'])
    expect(second.said()).toContain('credentials/EXCHANGE_B')
    expect(second.said()).not.toContain('credentials/EXCHANGE_A')
    const again = callerOf(dir)
    const statusOf = async (ask: typeof again) =>
      (await ask('GET', `/v1/orders/${placed.body.svc_order_id}`)).body.status
    await expect.poll(() => statusOf(again), { timeout: 30_000 }).toBe('RESTING')
    await second.kill('SIGTERM')

    const restored = join(newFolder(onTestFinished), 'restored')
    const backup = join(newFolder(onTestFinished), 'backup.tgz')
    for (const commands of commandsOf('## Backup and restore'))
      execFileSync('bash', ['-euc', commands], {
        env: { ...process.env, LOCAL_DIR: dir, BACKUP: backup, RESTORED: restored },
      })
    const options = [...LIVE, '--accounts', 'demo']
    const third = await startProcess(onTestFinished, { dir: restored, options, environment: markets.variables })
    expect(third.said()).toContain('orders are accepted: 1 account compared, nothing has changed')
    expect(await statusOf(callerOf(restored))).toBe('RESTING')
  })

  it('lets a newcomer trade play money with the lines of the banner, and keeps the account when it is killed', async () => {
    const markets = await startLiveMarkets(onTestFinished)
    const dir = newFolder(onTestFinished)
    const start = () => startProcess(onTestFinished, { dir, options: LIVE, environment: markets.variables })
    const first = await start()
    expect(first.said()).toContain(' PAPER ')
    const lines = first
      .said()
      .split('\n')
      .filter((line) => line.startsWith('curl '))
    const answers = lines.map((line) => execFileSync('bash', ['-euc', line], { encoding: 'utf8' }))
    const placed = v.parse(Reply, JSON.parse(answers[1] ?? ''))
    expect(placed.svc_order_id, answers.join('\n')).toBeDefined()
    const statusOf = async () => (await callerOf(dir)('GET', `/v1/orders/${placed.svc_order_id}`)).body.status
    await expect.poll(statusOf, { timeout: 30_000 }).toBe('EXECUTED')
    await first.kill('SIGKILL')
    const second = await start()
    expect(second.process.exitCode).toBeNull()
    expect(await statusOf()).toBe('EXECUTED')
  })

  it('starts without any exchange, reports each in one line, and does not fill the log', async () => {
    const dir = newFolder(onTestFinished)
    const service = await startProcess(onTestFinished, {
      dir,
      options: [...LIVE, '--accounts', 'production'],
      environment: unreachable(),
    })
    expect(service.said()).toContain(' PRODUCTION ')
    for (const name of ['EXCHANGE_A', 'EXCHANGE_B'])
      expect(service.said().split(`${name} does not answer at`).length - 1, service.said()).toBe(1)
    const { status, body } = await callerOf(dir)('GET', '/v1/markets/search')
    expect([status, body.code]).toEqual([503, 'catalogue_unavailable'])
    const warnings = service
      .said()
      .split('\n')
      .filter((line) => /"level":"(warn|error)"/.test(line))
    expect(warnings.length, warnings.join('\n')).toBeLessThanOrEqual(2)
    expect(service.said()).not.toContain('"market index"')
  })

  it('serves the exchange that answers', async () => {
    const markets = await startLiveMarkets(onTestFinished)
    const dir = newFolder(onTestFinished)
    const service = await startProcess(onTestFinished, {
      dir,
      options: [...LIVE, '--accounts', 'demo'],
      environment: { ...markets.variables, ...unreachable(['EXCHANGE_B']) },
    })
    expect(service.said()).toContain('EXCHANGE_B does not answer at')
    const { body } = await callerOf(dir)('GET', '/v1/markets/search?limit=1')
    expect(body.results?.[0]?.exchange_name).toBe('EXCHANGE_A')
  })
})
