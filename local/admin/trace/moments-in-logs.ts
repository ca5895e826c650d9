/** Log lines about a life, from the request on. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { LogLine, Logs } from '../environment/logs.ts'
import { type Moment, shortName } from './moment.ts'

/** Fields that name an object. A line that names objects, and none of this life, is about another one. */
const NAMES = ['orderId', 'complexOrderId', 'objectId']

/** The column beside it shows what a line is about, and all are of one subaccount. */
const HIDDEN = [...NAMES, 'requestId', 'subaccountId']

/** Lines that name one of `ids`, and lines of the requests that led to them. */
export const momentsInLogs = async (
  logs: Logs,
  ids: ReadonlySet<string>,
  from: Millis,
  until: Millis,
): Promise<readonly Moment[]> => {
  const span = [from - MINUTE, until + MINUTE] as const
  const named = await logs.find([...ids], ...span)
  const requests = new Set(named.flatMap(({ fields }) => textOf(fields['requestId']) ?? []))
  const caused = requests.size === 0 ? [] : await logs.find([...requests], ...span)
  const lines = new Map([...named, ...caused].map((line) => [JSON.stringify(line), line]))
  return [...lines.values()].filter((line) => isOf(line, ids)).map((line) => toMoment(line, ids))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const namesIn = ({ fields }: LogLine): readonly string[] => NAMES.flatMap((name) => textOf(fields[name]) ?? [])

const isOf = (line: LogLine, ids: ReadonlySet<string>): boolean => {
  const names = namesIn(line)
  return names.length === 0 || names.some((name) => ids.has(name))
}

const toMoment = (line: LogLine, ids: ReadonlySet<string>): Moment => {
  const about = namesIn(line).find((name) => ids.has(name)) ?? `request ${textOf(line.fields['requestId']) ?? '?'}`
  const fields = Object.entries(line.fields)
    .filter(([name, value]) => !HIDDEN.includes(name) && value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const request = textOf(line.fields['requestId'])
  const level = line.level === 'info' ? '' : `${line.level}: `
  const { status, outcome } = line.fields
  return {
    at: line.at,
    from: line.function,
    about,
    topic: [line.function, line.level, line.message, status, outcome].join(' '),
    text: [`${level}${line.message}`, ...fields, ...(request === null ? [] : [`request ${shortName(request)}`])].join(
      ', ',
    ),
  }
}
