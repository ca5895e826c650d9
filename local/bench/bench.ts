/** `npm run bench`: measures the service and writes the figures to docs/performance.md. `npm run bench -- --help` lists its parts. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromCommandLine } from '../from-command-line.ts'
import { measureMonth, monthText } from './catalogue/measure-month.ts'
import { measureLive } from './live/measure-live.ts'
import { loadsText, measureLoads } from './loads/measure-loads.ts'
import { machineText } from './machine.ts'
import { measureNeighbours, neighboursText } from './neighbours/measure-neighbours.ts'
import { benchOptions, type Part, type Scale, USAGE } from './options.ts'
import { costsText, measureOrders, ordersText, warmUp } from './orders/measure-orders.ts'
import { measurePlanning, planningText } from './orders/measure-planning.ts'
import { measureSigning, signingText } from './orders/measure-signing.ts'
import { measurePortfolio, portfolioText } from './portfolio/measure-portfolio.ts'
import { growthText, measureGrowth } from './scale/measure-growth.ts'
import { heapsText, measureHeaps } from './scale/measure-heap.ts'
import { measureSweeps, sweepsText } from './scale/measure-sweeps.ts'
import { measureWatch, watchText } from './scale/measure-watch.ts'
import { catalogueText, measureCatalogue } from './search/measure-catalogue.ts'
import { measureSearch, searchText } from './search/measure-search.ts'
import { ageService } from './service/age-service.ts'
import { acceptanceText, measureAcceptance } from './service/measure-acceptance.ts'
import { listsText, measureLists } from './service/measure-lists.ts'
import { measureMemory, memoryText } from './service/measure-memory.ts'
import { measureService, requestsText } from './service/measure-service.ts'
import { measureVerbs, verbsText } from './service/measure-verbs.ts'
import { type MeasuredService, runService } from './service/run-service.ts'
import { measureStreams } from './streams/measure-streams.ts'
import { measureWatchMemory, watchMemoryText } from './streams/measure-watch-memory.ts'
import { timesTable } from './times-table.ts'
import { measurePolls } from './triggers/measure-polls.ts'
import { measureTriggers, type TriggerEffort, triggersText } from './triggers/measure-triggers.ts'
import { writePage } from './write-page.ts'

const { quick, help, parts, scales, memoryMinutes, neighbourMinutes, catalogueDays, catalogueMarkets, liveMinutes } =
  fromCommandLine(() => benchOptions(process.argv.slice(2)))
const EFFORT = quick
  ? {
      rounds: 1,
      markets: 20_000,
      seconds: 1,
      history: 5_000,
      acceptances: 40,
      fills: 1_000,
      calls: 20,
      events: 8,
      overdue: 1_000,
      growing: 10,
      marked: [100, 2_500],
      heaps: [100, 3_000],
      watched: 50,
    }
  : {
      rounds: 5,
      markets: 200_000,
      seconds: 4,
      history: 100_000,
      acceptances: 160,
      fills: 10_000,
      calls: 300,
      events: 40,
      overdue: 20_000,
      growing: 50,
      marked: [100, 1_000, 10_000, 40_000],
      heaps: [100, 1_000, 10_000, 100_000],
      watched: 500,
    }
const TRIGGERS: TriggerEffort & { readonly stops: number; readonly instruments: number } = quick
  ? { stops: 10_000, instruments: 100, prints: 10, burst: 50, accounts: 2 }
  : { stops: 100_000, instruments: 1_000, prints: 60, burst: 1_000, accounts: 5 }

/** Parts whose figures depend on how old the lists of an exchange may be. */
const CACHED: ReadonlySet<string> = new Set(['streams', 'verbs'])

/** Text by the name of its block on the page. */
type Blocks = Readonly<Record<string, string>>

const main = async (): Promise<void> => {
  if (help) return console.log(USAGE)
  const dir = mkdtempSync(join(tmpdir(), 'trading-bench-'))
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

  if (memoryMinutes !== null) {
    const effort = { minutes: memoryMinutes, ordersPerSecond: 5 }
    return console.log(memoryText(await measureMemory(join(dir, 'memory'), effort, progress)))
  }
  if (catalogueMarkets !== null) {
    return console.log(catalogueText(await measureCatalogue(join(dir, 'catalogue'), catalogueMarkets, progress)))
  }
  if (catalogueDays !== null) {
    const effort = { days: catalogueDays, aDay: quick ? 4_000 : 40_000, openDays: 4, memoryMb: 1_024 }
    return console.log(monthText(await measureMonth(join(dir, 'month'), effort, progress)))
  }
  if (liveMinutes !== null) {
    const service = await runService(join(dir, 'live'), { metered: false, cached: true })
    try {
      const { text, isWhole } = await measureLive(service, liveMinutes, quick, progress)
      // A change was lost.
      if (!isWhole) process.exitCode = 1
      return console.log(text)
    } finally {
      await stop(service)
    }
  }
  if (neighbourMinutes !== null) {
    const service = await runService(join(dir, 'neighbours'), { metered: false, limited: true })
    try {
      return console.log(neighboursText(await measureNeighbours(service, neighbourMinutes, progress)))
    } finally {
      await service.stop()
    }
  }
  const measure = measurements(dir)
  for (const part of parts) {
    const machine = machineText()
    for (const [name, text] of Object.entries(await measure[part]())) show(name, `${machine}\n\n${text}`)
  }
  await measure.end()
  progress('done')
}

/** How each part is measured. The parts that need a service with a long history share one. */
const measurements = (dir: string): Record<Part, () => Promise<Blocks>> & { readonly end: () => Promise<void> } => {
  const own = async <Value>(name: string, use: (service: MeasuredService) => Promise<Value>, metered = false) => {
    const service = await runService(join(dir, name), { metered, cached: CACHED.has(name) })
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
    loads: async () => ({ loads: loadsText(await measureLoads(join(dir, 'loads'), EFFORT.rounds, progress)) }),
    signing: async () => ({ signing: signingText(await measureSigning()) }),
    planning: async () => ({ planning: planningText(measurePlanning()) }),
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
    verbs: () =>
      own('verbs', async (service) => ({
        verbs: verbsText(await measureVerbs(service, EFFORT.calls / 5, progress)),
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
    portfolio: () => {
      progress(`portfolio: storing ${EFFORT.fills} fills`)
      return own('portfolio', async (service) => ({
        portfolio: portfolioText(await measurePortfolio(service, EFFORT.fills, EFFORT.calls)),
      }))
    },
    triggers: async () => {
      progress(`polls: storing ${TRIGGERS.stops} armed stops`)
      const polls = await measurePolls(TRIGGERS.stops, TRIGGERS.instruments)
      const fired = await own('triggers', (service) => measureTriggers(service, TRIGGERS, progress))
      return { triggers: triggersText(polls, fired) }
    },
    streams: () =>
      own('streams', async (service) => {
        const figures = await measureStreams(service, EFFORT.events, progress)
        const memory = await measureWatchMemory(service, EFFORT.watched, progress)
        return { streams: `${timesTable('from', figures)}\n\n${watchMemoryText(memory)}` }
      }),
    scale: async () => {
      const measures: Record<Scale, () => Promise<string>> = {
        watch: async () => watchText(await measureWatch(EFFORT.marked, progress)),
        heap: async () => heapsText(await measureHeaps(EFFORT.heaps, progress)),
        sweeps: async () => sweepsText(await measureSweeps(EFFORT.overdue, progress)),
        growth: async () => growthText(await measureGrowth(EFFORT.growing, EFFORT.growing / 5, progress)),
      }
      for (const scale of scales) {
        const [machine, since] = [machineText(), performance.now()]
        // Each is written as it is known.
        show(scale, `${machine}\n\n${await measures[scale]()}`)
        progress(`${scale}: took ${((performance.now() - since) / 1_000).toFixed(0)} s`)
      }
      return {}
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
