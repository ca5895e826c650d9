/**
 * The quickstart and the guides do what they say: every block of `sh` runs in a shell against a service as `npm start` runs it. Its answer
 * has the status and the JSON of the next block.
 */

import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flatteningStore } from '#adapters/store/accounts/flattenings.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { isFinal } from '#domain/orders/status.ts'
import { LOCAL_CREDENTIALS } from '#local/stack/aws/dynamodb.ts'
import { LOCAL_AWS } from '#local/stack/aws/local-aws.ts'
import { type BuiltClient, builtClient } from '../support/built-client.ts'
import { freePort } from '../support/free-port.ts'
import { inThisRun } from '../support/run/plays.ts'
import type { OwnService } from '../support/service.ts'
import { type Shell, startShell } from '../support/shell.ts'
import { clientExamplesOf, isShown, pythonOfClient, runExample } from './client-examples.ts'
import { type GuideStep, stepsOf } from './guide-steps.ts'
import { differenceFrom } from './shown-json.ts'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const read = (page: string): string => readFileSync(join(docs, page), 'utf8')

/** Pages in the order of the index; readers do not find a page that is missing there. */
const PAGES = [...read('README.md').matchAll(/\]\((quickstart\.md|guides\/[\w-]+\.md)\)/g)].map(
  ([, page]) => page ?? '',
)
/** They wait for slices, prices, payouts and deliveries, or make a dozen calls one after the other, each for up to half a minute. */
const PATIENT = [
  'guides/alerts.md',
  'guides/amend-orders.md',
  'guides/conditional-orders.md',
  'guides/credentials-and-subaccounts.md',
  'guides/custom-assets.md',
  'guides/follow-orders.md',
  'guides/order-edge-cases.md',
  'guides/orders.md',
  'guides/portfolio.md',
  'guides/risk-limits.md',
  'guides/twap.md',
  'guides/webhooks.md',
]
const PLAYED = inThisRun({ usual: PAGES.filter((page) => !PATIENT.includes(page)), long: PAGES })
const SETUP = stepsOf(read('quickstart.md'))[0]

const answersVersion = (command: string): boolean => {
  try {
    return execFileSync(command, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0
  } catch {
    return false
  }
}
const canRun = answersVersion('curl')
const hasPython = answersVersion('python3')
if (!hasPython) console.warn('No python3 on this machine: the bot of docs/python.md is not run.')
const python = inThisRun({ usual: null, long: pythonOfClient() })
if (inThisRun({ usual: false, long: python === null }))
  console.warn(
    'No Python with the package of clients/python here: its examples in the guides are not run. npm run python installs it.',
  )
if (!canRun) console.warn('No curl on this machine: the commands of the guides are not carried out.')

export const guides = (service: () => OwnService): void => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'guides-'))
    symlinkSync(service().dir, join(folder, '.local'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /**
   * Work of a page continues for some seconds after it. A request to flatten closes later positions once more, and fills of an order follow
   * its EXECUTED. The next page would close its own orders by the first, and its webhook would hear of the second.
   */
  const untilThePageBeforeHasEnded = async (): Promise<void> => {
    const table = openTable({ ...service().table, region: LOCAL_AWS.AWS_REGION, credentials: LOCAL_CREDENTIALS })
    const [orders, flattenings] = [orderStore(table), flatteningStore(table)]
    const continues = async (): Promise<boolean> => {
      const live = await Promise.all(EXCHANGE_NAMES.map((exchange) => orders.live(service().subaccountId, exchange)))
      return (
        live.flat().some(({ status }) => isFinal(status)) || (await flattenings.get(service().subaccountId)) !== null
      )
    }
    const until = Date.now() + FOR_A_READ
    while (await continues()) {
      if (Date.now() > until)
        throw new Error('orders of the page before are still without their fills, or being flattened')
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }

  it('the index has every guide', () => {
    const guides = readdirSync(join(docs, 'guides')).map((file) => `guides/${file}`)
    expect([...PAGES].sort()).toEqual([...guides, 'quickstart.md'].sort())
  })

  it.skipIf(!hasPython)(
    'python.md has a bot that rests an order and cancels it',
    async () => {
      await untilThePageBeforeHasEnded()
      const [, bot = ''] = /```python\n(import json[\s\S]*?)```/.exec(read('python.md')) ?? []
      const { baseUrl, apiKey, subaccountId } = service()
      const env = { ...process.env, BASE_URL: baseUrl, API_KEY: apiKey, SUBACCOUNT_ID: subaccountId }
      const { stdout } = await promisify(execFile)('python3', ['-c', bot], { env })
      expect(stdout.trim().split('\n')).toEqual(['RESTING', 'CANCELLED'])
    },
    120_000,
  )

  describe.skipIf(!canRun).each(PLAYED)('%s', (page) => {
    it('does what it says', async () => {
      await untilThePageBeforeHasEnded()
      const shell = startShell(folder, { PORT: String(await freePort()) })
      try {
        if (page !== 'quickstart.md' && SETUP !== undefined) await carryOut(shell, SETUP)
        for (const step of stepsOf(read(page))) await carryOut(shell, step)
      } finally {
        shell.stop()
      }
    }, 240_000)
  })

  it('the guides that most readers need have an example for each client', () => {
    const languages = WITH_EXAMPLES.map((page) => clientExamplesOf(read(page)).map(({ language }) => language))
    expect(languages.map((each) => each.slice(0, 2))).toEqual(WITH_EXAMPLES.map(() => ['python', 'ts']))
    expect(languages.filter((each) => each.includes('sh pmt'))).toHaveLength(15)
  })

  describe.skipIf(!canRun).each(inThisRun({ usual: [], long: WITH_EXAMPLES }))(
    'the examples for clients in %s',
    (page) => {
      let client: BuiltClient
      beforeAll(() => {
        client = builtClient()
      }, 120_000)
      afterAll(() => client.remove())

      for (const example of clientExamplesOf(read(page)))
        it.skipIf(example.language === 'python' && python === null)(
          `${example.language} of line ${example.line} prints what it shows`,
          async () => {
            const { baseUrl, apiKey, subaccountId } = service()
            const variables = { TRADING_URL: baseUrl, TRADING_KEY: apiKey, TRADING_SUBACCOUNT: subaccountId }
            const output = await runExample(example, { client, python: python ?? '', variables })
            expect(isShown(example.shown ?? '…', output), output).toBe(true)
          },
          120_000,
        )
    },
  )
}

const WITH_EXAMPLES = [
  'quickstart.md',
  'guides/orders.md',
  'guides/follow-orders.md',
  'guides/conditional-orders.md',
  'guides/webhooks.md',
  'guides/streaming.md',
  'guides/market-data.md',
  'guides/amend-orders.md',
  'guides/portfolio.md',
  'guides/twap.md',
  'guides/risk-limits.md',
  'guides/custom-assets.md',
  'guides/errors.md',
  'guides/order-edge-cases.md',
  'guides/credentials-and-subaccounts.md',
  'guides/alerts.md',
]

/** Reads are repeated until they show it, as a person would: things take a moment here. */
const FOR_A_READ = 100_000

const carryOut = async (shell: Shell, step: GuideStep): Promise<void> => {
  const until = Date.now() + FOR_A_READ
  for (;;) {
    const ran = await shell.run(step.commands)
    const wrong = faultIn(step, ran)
    if (wrong === null) return
    // A shell whose command failed is gone.
    if (!step.onlyReads || ran.code !== 0 || Date.now() > until) {
      throw new Error(`${wrong}\n\nline ${step.line}:\n${step.commands}\nprinted:\n${ran.out}\n${ran.err}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const faultIn = (step: GuideStep, ran: Awaited<ReturnType<Shell['run']>>): string | null => {
  if (ran.code !== 0) return `a command ended with ${ran.code}`
  const last = ran.statuses.length - 1
  for (const [n, status] of ran.statuses.entries()) {
    const expected = n === last ? step.status : null
    if (expected === null ? status < 200 || status > 299 : status !== expected) {
      return `call ${n + 1} was answered ${status}, not ${expected ?? '2xx'}`
    }
  }
  return step.shown === null ? null : differenceFrom(step.shown, ran.out, step.alike)
}
