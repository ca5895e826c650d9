/** `npm run rehearse`: `options.ts` describes its options. */

import { writeFile } from 'node:fs/promises'
import type { Check } from './checks/check.ts'
import { compareExchanges } from './drift/compare-exchanges.ts'
import { driftOptions } from './drift/drift-options.ts'
import { messageOf } from './message-of.ts'
import { type RehearsalOptions, rehearsalOptions, USAGE } from './options.ts'
import { readCredentials } from './read-credentials.ts'
import { runRehearsal } from './run-rehearsal.ts'

const main = async (): Promise<void> => {
  const drift = driftOptions(process.argv.slice(2))
  if (drift !== null) {
    const isWell = await compareExchanges(drift, { clock: Date.now, listenMs: 10_000, print: console.log })
    process.exitCode = isWell ? 0 : 1
    return
  }
  const options = rehearsalOptions(process.argv.slice(2))
  if (options === 'help') return console.log(USAGE)
  const credentials = await readCredentials(options)
  const checks = await runRehearsal({
    ...options,
    credentials,
    clock: Date.now,
    watchListsMs: 25_000,
    readsLagMs: 15_000,
    messagesWithinMs: 8_000,
    onCheck: (check) => console.log(line(check)),
  })
  await writeFile(options.report, `${JSON.stringify(reportOf(options, checks), null, 2)}\n`)
  const count = (verdict: boolean | null) => checks.filter(({ ok }) => ok === verdict).length
  console.log(
    `\n${checks.length} checks: ${count(true)} hold, ${count(false)} BROKEN, ${count(null)} open. The report is in ${options.report}.`,
  )
  process.exitCode = count(false) === 0 ? 0 : 1
}

const COLOURS = { true: '\u001b[32m', false: '\u001b[31m', null: '\u001b[33m' } as const
const WORDS = { true: 'holds', false: 'BROKEN', null: 'open' } as const

const line = ({ check, assumption, ok, detail }: Check): string => {
  const verdict = `${ok}` as keyof typeof WORDS
  const word = WORDS[verdict].padEnd(6)
  const shown = process.stdout.isTTY ? `${COLOURS[verdict]}${word}\u001b[0m` : word
  return `${shown}  ${check.padEnd(22)}  ${assumption}: ${detail}`
}

const reportOf = ({ exchange, demo, place }: RehearsalOptions, checks: readonly Check[]) => ({
  exchange,
  demo,
  place,
  node: process.version,
  made_at: new Date().toISOString(),
  checks,
})

main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})
