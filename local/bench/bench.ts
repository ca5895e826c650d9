/**
 * `npm run bench`: measures the service and writes the figures to docs/performance.md. `--quick` is shorter and writes nothing;
 * `--search` measures the market search only, `--triggers` the price watch only, `--planning` orders on custom assets only,
 * `--portfolio` positions and fills only, `--memory` the memory of the local stack over ten minutes (`--memory=2`: two) and writes nothing.
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { measureLoads } from './measure-loads.ts'
import { measureMemory, memoryText } from './measure-memory.ts'
import { measureOrders, warmUp } from './measure-orders.ts'
import { measurePlanning } from './measure-planning.ts'
import { measurePolls } from './measure-polls.ts'
import { measurePortfolio } from './measure-portfolio.ts'
import { measureSearch } from './measure-search.ts'
import { ageService, type Effort, measureService } from './measure-service.ts'
import { measureSigning } from './measure-signing.ts'
import { measureTriggers, type TriggerEffort } from './measure-triggers.ts'
import { writePerformancePage } from './performance-page.ts'
import { type Machine, planningText, portfolioText, report, searchText, triggersText } from './report.ts'
import { type MeasuredService, runService } from './run-service.ts'

const quick = process.argv.includes('--quick')
const EFFORT: Effort & { readonly rounds: number; readonly markets: number } = quick
  ? { rounds: 1, markets: 20_000, seconds: 1, history: 5_000, acceptances: 40 }
  : { rounds: 5, markets: 200_000, seconds: 4, history: 100_000, acceptances: 160 }
const TRIGGERS: TriggerEffort & { readonly stops: number; readonly instruments: number } = quick
  ? { stops: 10_000, instruments: 100, prints: 10, burst: 50, accounts: 2 }
  : { stops: 100_000, instruments: 1_000, prints: 60, burst: 1_000, accounts: 5 }

const main = async (): Promise<void> => {
  const machine = thisMachine()
  const dir = mkdtempSync(join(tmpdir(), 'trading-bench-'))
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

  const memory = process.argv.find((argument) => argument.startsWith('--memory'))
  if (memory !== undefined) {
    const minutes = Number(memory.split('=')[1] ?? 10)
    console.log(memoryText(await measureMemory(join(dir, 'memory'), { minutes, ordersPerSecond: 5 }, progress)))
    return
  }
  if (process.argv.includes('--portfolio')) return show({ portfolio: await portfolio(machine, dir) })
  if (process.argv.includes('--planning')) return show({ planning: planningText(machine, measurePlanning()) })
  if (process.argv.includes('--triggers')) return show({ triggers: await triggers(machine, dir) })
  const search = await measureSearch(join(dir, 'search'), EFFORT.markets, progress)
  if (process.argv.includes('--search')) return show({ search: searchText(machine, search) })
  const loads = await measureLoads(join(dir, 'loads'), EFFORT.rounds, progress)
  const signing = await measureSigning()
  const planning = measurePlanning()
  progress('starting the service twice, once behind a meter')
  const [metered, plain] = await Promise.all([
    runService(join(dir, 'metered'), { metered: true }),
    runService(join(dir, 'plain'), { metered: false }),
  ])
  progress(`storing ${EFFORT.history} orders`)
  const [aged] = await Promise.all([ageService(plain, EFFORT.history), warmUp(metered, !quick)])
  const orders = await measureOrders(metered, !quick, progress)
  await stop(metered)
  const figures = await measureService(aged, EFFORT, progress)
  await stop(plain)

  show({
    ...report(machine, loads, signing, figures, orders),
    planning: planningText(machine, planning),
    portfolio: await portfolio(machine, dir),
    search: searchText(machine, search),
    triggers: await triggers(machine, dir),
  })
  for (const { what, failed } of figures.requests) if (failed > 0) broken(`${what}: ${failed} requests failed`)
  progress('done')
}

const triggers = async (machine: Machine, dir: string): Promise<string> => {
  progress(`polls: storing ${TRIGGERS.stops} armed stops`)
  const polls = await measurePolls(TRIGGERS.stops, TRIGGERS.instruments)
  const service = await runService(join(dir, 'triggers'), { metered: false })
  const fired = await measureTriggers(service, TRIGGERS, progress)
  await stop(service)
  return triggersText(machine, polls, fired)
}

const portfolio = async (machine: Machine, dir: string): Promise<string> => {
  const fills = quick ? 1_000 : 10_000
  progress(`portfolio: storing ${fills} fills`)
  const service = await runService(join(dir, 'portfolio'), { metered: false })
  const figures = await measurePortfolio(service, fills, quick ? 20 : 300)
  await stop(service)
  return portfolioText(machine, figures)
}

const show = (blocks: Readonly<Record<string, string>>): void => {
  console.log(`\n${Object.values(blocks).join('\n\n')}\n`)
  if (quick) progress('figures of --quick are not written to docs/performance.md')
  else writePerformancePage(blocks)
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

const thisMachine = (): Machine => ({
  at: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  node: process.versions.node,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  busy: loadavg()[0] ?? 0,
})

await main()
