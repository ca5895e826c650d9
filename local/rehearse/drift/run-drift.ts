/** Reads what an exchange shows, and compares each answer with what the adapter reads of it. It places and changes nothing. */

import { KALSHI_INTERFACE } from '#adapters/exchanges/kalshi/known-calls.ts'
import type { KnownCall, KnownInterface } from '#adapters/exchanges/known-call.ts'
import { POLYMARKET_INTERFACE } from '#adapters/exchanges/polymarket/known-calls.ts'
import { unseal } from '#adapters/exchanges/polymarket/wallet/sealed-wallet.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { DAY, HOUR, SECOND } from '#domain/kernel/time.ts'
import { messageOf } from '../message-of.ts'
import { type Asking, askCall } from './ask-call.ts'
import { partsAt } from './compare-answer.ts'
import { type Finding, merged } from './finding.ts'
import { judgeAnswer, nameOf } from './judge-answer.ts'

export interface Drift {
  /** Calls whose answers were compared. */
  readonly compared: number
  /** Calls that were not made, and lists without a row, with the reason. */
  readonly open: readonly string[]
  /** First what decides something. */
  readonly findings: readonly Finding[]
}

/** An exchange without a table is not compared. */
export const INTERFACES: Partial<Record<ExchangeName, KnownInterface>> = {
  EXCHANGE_A: KALSHI_INTERFACE,
  EXCHANGE_B: POLYMARKET_INTERFACE,
}

/** `market` is the native id of the market to ask about; null for the first open one. */
export const runDrift = async (asking: Asking, market: string | null = null): Promise<Drift> => {
  const known = INTERFACES[asking.exchange]
  if (known === undefined) return { compared: 0, open: ['there is no table of what its adapter reads'], findings: [] }
  const subjects = new Map(Object.entries(firstSubjects(asking)))
  if (market !== null) subjects.set(asking.exchange === 'EXCHANGE_A' ? 'ticker' : 'condition', market)
  const open: string[] = []
  const findings: Finding[] = []
  let compared = 0
  for (const call of known.calls) {
    const name = nameOf(call)
    const answer = await askCall(asking, call, subjects).catch((error: unknown) => new Error(messageOf(error)))
    if (typeof answer === 'string') open.push(`${name}: ${answer}`)
    else if (answer instanceof Error)
      findings.push({
        exchange: asking.exchange,
        kind: 'unread',
        calls: [name],
        at: name,
        decides: true,
        means: answer.message,
      })
    else {
      compared += 1
      findings.push(...judgeAnswer(asking.exchange, call, answer, known))
      if (answer.status !== 200) continue
      const body: unknown = JSON.parse(answer.text)
      findSubjects(call, body, subjects)
      for (const place of emptyIn(call, body)) open.push(`${name}: ${place} has no row to compare`)
    }
  }
  return { compared, open, findings: merged(findings) }
}

const firstSubjects = ({ exchange, account, clock }: Asking): Readonly<Record<string, string>> => {
  const seconds = (at: number): string => String(Math.floor(at / SECOND))
  const times = { now: seconds(clock()), hourAgo: seconds(clock() - HOUR), dayAgo: seconds(clock() - DAY) }
  const trader = exchange === 'EXCHANGE_B' && account !== null ? unseal(account.secrets) : null
  const own =
    trader === null ? {} : { funder: trader.wallet.funder, signatureType: String(trader.wallet.signatureType) }
  return { ...times, noTicker: 'NO-SUCH-MARKET', ...own }
}

/** The first of each kind is asked about. */
const findSubjects = ({ finds = {} }: KnownCall, body: unknown, subjects: Map<string, string>): void => {
  for (const [name, place] of Object.entries(finds)) {
    const found = partsAt(body, place).find((part) => typeof part === 'string' && part !== '')
    if (typeof found === 'string' && !subjects.has(name)) subjects.set(name, found)
  }
}

const emptyIn = ({ reads }: KnownCall, body: unknown): readonly string[] =>
  Object.keys(reads).filter((place) => place.endsWith('[]') && partsAt(body, place).length === 0)
