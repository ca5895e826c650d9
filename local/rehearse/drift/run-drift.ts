/**
 * Reads the data of an exchange, and compares each answer with the fields that the adapter reads. Places and changes
 * nothing.
 */

import { KALSHI_INTERFACE } from '#adapters/exchanges/kalshi/known-calls.ts'
import type { KnownCall, KnownInterface } from '#adapters/exchanges/known-call.ts'
import { POLYMARKET_INTERFACE } from '#adapters/exchanges/polymarket/known-calls.ts'
import { unseal } from '#adapters/exchanges/polymarket/wallet/sealed-wallet.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { DAY, HOUR, SECOND } from '#domain/kernel/time.ts'
import { messageOf } from '../message-of.ts'
import { type Asking, askCall, type Subjects } from './ask-call.ts'
import { collectMessages } from './collect-messages.ts'
import { emptyLists, partsAt } from './compare-answer.ts'
import { type Finding, merged } from './finding.ts'
import { jsonIn, judgeAnswer, nameOf } from './judge-answer.ts'
import { judgeMessages } from './judge-messages.ts'

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
  const parts: Drift[] = []
  // One after the other: an answer names the subjects of later calls.
  for (const call of known.calls) parts.push(await compareCall(asking, known, call, subjects))
  if (asking.listenMs > 0) parts.push(await compareMessages(asking, known, subjects))
  return {
    compared: parts.reduce((sum, part) => sum + part.compared, 0),
    open: parts.flatMap(({ open }) => open),
    findings: merged(parts.flatMap(({ findings }) => findings)),
  }
}

const compareCall = async (
  asking: Asking,
  known: KnownInterface,
  call: KnownCall,
  subjects: Map<string, string>,
): Promise<Drift> => {
  const name = nameOf(call)
  const answer = await askCall(asking, call, subjects).catch((error: unknown) => unread(asking, name, error))
  if (typeof answer === 'string') return { compared: 0, open: [`${name}: ${answer}`], findings: [] }
  if ('findings' in answer) return answer
  const findings = judgeAnswer(asking.exchange, call, answer, known)
  const body = answer.status === 200 ? jsonIn(answer.text) : undefined
  findSubjects(call, body, subjects)
  const empty = body === undefined ? [] : emptyLists(call, body)
  return { compared: 1, open: empty.map((place) => `${name}: ${place} has no row to compare`), findings }
}

const compareMessages = async (asking: Asking, known: KnownInterface, subjects: Subjects): Promise<Drift> => {
  const received = await collectMessages(asking, subjects).catch((error: unknown) => unread(asking, SOCKET, error))
  if (typeof received === 'string') return { compared: 0, open: [`${SOCKET}: ${received}`], findings: [] }
  if ('findings' in received) return received
  const { findings, missing } = judgeMessages(asking.exchange, received, known)
  return { compared: 0, open: missing.map((type) => `${SOCKET}: no message ${type} came`), findings }
}

const SOCKET = 'the public socket'

/** Reports a missing answer. Any difference may be behind it, so it counts as one that decides. */
const unread = ({ exchange }: Asking, name: string, error: unknown): Drift => ({
  compared: 0,
  open: [],
  findings: [{ exchange, kind: 'unread', calls: [name], at: name, decides: true, means: messageOf(error) }],
})

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
