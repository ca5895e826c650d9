/** `npm run bench`: measures the service and writes the figures to docs/performance.md. `npm run bench -- --help` lists its parts. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromCommandLine } from '../from-command-line.ts'
import { machineText } from './machine.ts'
import { benchOptions, type Part, USAGE } from './options.ts'
import { costsText, measureOrders, ordersText, warmUp } from './orders/measure-orders.ts'
import { measureSearch, searchText } from './search/measure-search.ts'
import { ageService } from './service/age-service.ts'
import { acceptanceText, measureAcceptance } from './service/measure-acceptance.ts'
import { listsText, measureLists } from './service/measure-lists.ts'
import { measureMemory, memoryText } from './service/measure-memory.ts'
import { measureService, requestsText } from './service/measure-service.ts'
import { type MeasuredService, runService } from './service/run-service.ts'
import { measurePolls } from './triggers/measure-polls.ts'
import { measureTriggers, type TriggerEffort, triggersText } from './triggers/measure-triggers.ts'
import { writePage } from './write-page.ts'

const { quick, help, parts, memory } = fromCommandLine(() => benchOptions(process.argv.slice(2)))
const EFFORT = quick
  ? { markets: 20_000, seconds: 1, history: 5_000, acceptances: 40 }
  : { markets: 200_000, seconds: 4, history: 100_000, acceptances: 160 }
const TRIGGERS: TriggerEffort & { readonly stops: number; readonly instruments: number } = quick
  ? { stops: 1_000, instruments: 100, prints: 10, burst: 50, accounts: 2 }
  : { stops: 10_000, instruments: 1_000, prints: 60, burst: 1_000, accounts: 5 }

/** Text by the name of its block on the page. */
type Blocks = Readonly<Record<string, string>>

const main = async (): Promise<void> => {
  if (help) return console.log(USAGE)
  const dir = mkdtempSync(join(tmpdir(), 'trading-bench-'))
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

  if (memory) {
    if (process.platform !== 'linux') {
      console.error('npm run bench -- --memory needs Linux: it reads the memory of processes in /proc.')
      process.exit(1)
    }
    const effort = { minutes: quick ? 2 : 10, ordersPerSecond: 5 }
    return console.log(memoryText(await measureMemory(join(dir, 'memory'), effort, progress)))
  }
  const measure = measurements(dir)
  for (const part of parts) {
    const machine = machineText()
    for (const [name, text] of Object.entries(await measure[part]())) show(name, `${machine}\n\n${text}`)
  }
  await measure.end()
  progress('done')
}

/** The measurement of each part. The parts that need a service with a long history share one. */
const measurements = (dir: string): Record<Part, () => Promise<Blocks>> & { readonly end: () => Promise<void> } => {
  const own = async <Value>(name: string, use: (service: MeasuredService) => Promise<Value>, metered = false) => {
    const service = await runService(join(dir, name), { metered })
    try {
      return await use(service)
    } finally {
      await stop(service)
    }
  }
  let aged: ReturnType<typeof ageService> | null = null
  const agedService = () => {
    aged ??= runService(join(dir, 'aged'), { metered: false }).then((service) =>
      ageService(service, EFFORT.history, progress),
    )
    return aged
  }
  return {
    search: async () => ({ search: searchText(await measureSearch(join(dir, 'search'), EFFORT.markets, progress)) }),
    orders: () =>
      own(
        'metered',
        async (service) => {
          await warmUp(service, !quick)
          const orders = await measureOrders(service, !quick, progress)
          return { orders: ordersText(orders), costs: costsText(orders) }
        },
        true,
      ),
    acceptance: () =>
      own('acceptance', async (service) => ({
        acceptance: acceptanceText(await measureAcceptance(service, EFFORT.acceptances, progress)),
      })),
    lists: async () => {
      const { service, cases, untallied } = await agedService()
      progress('lists')
      return { lists: listsText(await measureLists(service, cases, 5), untallied) }
    },
    // The last to use its service: it leaves more orders behind than the exchange's rate limit lets through in minutes.
    requests: async () => {
      const requests = await measureService(await agedService(), EFFORT.seconds, progress)
      for (const { what, failed } of requests) if (failed > 0) broken(`${what}: ${failed} requests failed`)
      return { requests: requestsText(requests) }
    },
    triggers: async () => {
      progress(`polls: storing ${TRIGGERS.stops} armed stops`)
      const polls = await measurePolls(TRIGGERS.stops, TRIGGERS.instruments)
      const fired = await own('triggers', (service) => measureTriggers(service, TRIGGERS, progress))
      return { triggers: triggersText(polls, fired) }
    },
    end: async () => {
      if (aged !== null) await stop((await aged).service)
    },
  }
}

const show = (block: string, text: string): void => {
  console.log(`\n${text}\n`)
  if (quick) progress('figures of --quick are not written to docs/performance.md')
  else writePage(block, text)
}

const stop = async (service: MeasuredService): Promise<void> => {
  const { errors, firstError } = service.log
  if (errors > 0) progress(`the service wrote ${errors} errors, the first: ${firstError}`)
  await service.stop()
}

const began = performance.now()
const progress = (text: string): void =>
  console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${text}`)

const broken = (text: string): void => {
  console.error(text)
  process.exitCode = 1
}

await main()
