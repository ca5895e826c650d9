/** The logs of a deployment, from CloudWatch. */

import * as v from 'valibot'
import type { CallAws } from './call-aws.ts'
import { CRASHES, type LogLine, type Logs, toLogLine } from './logs.ts'

const Found = v.object({
  events: v.optional(
    v.array(v.object({ timestamp: v.number(), message: v.string(), logStreamName: v.optional(v.string(), '') })),
    [],
  ),
  nextToken: v.optional(v.string()),
})

/** A filter of CloudWatch takes 1,024 characters: so many ids at once. */
const TEXTS_AT_ONCE = 16

/** No search reads more pages: a text that is in every line is none to search for. */
const MOST_PAGES = 200

/** A function that crashed logs nothing, but Lambda logs it in a stream with the function's name. */
const toCrash = (message: string, at: number, stream: string): LogLine | null => {
  if (!CRASHES.some((words) => message.includes(words))) return null
  const name = /\d{4}\/\d\d\/\d\d\/([^[]+)\[/.exec(stream)?.[1] ?? 'a function'
  return { at, level: 'error', function: name, message: message.trim().slice(0, 200), fields: { means: CRASHED } }
}

const CRASHED = 'Lambda ended the function. Its work comes again; docs/operations.md, "A function that fails".'

/** `groups` are the log groups of the deployment. */
export const cloudWatchLogs = (callAws: CallAws, groups: readonly string[]): Logs => {
  const inGroup = async (group: string, texts: readonly string[], from: number, until: number) => {
    const lines: LogLine[] = []
    let nextToken: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await callAws('logs', 'Logs_20140328.FilterLogEvents', {
        logGroupName: group,
        startTime: from,
        endTime: until,
        filterPattern: texts.map((text) => `?${JSON.stringify(text)}`).join(' '),
        ...(nextToken === undefined ? {} : { nextToken }),
      })
      const { events, nextToken: next } = v.parse(Found, JSON.parse(answer))
      lines.push(
        ...events.flatMap(
          ({ message, timestamp, logStreamName }) =>
            toLogLine(message, timestamp) ?? toCrash(message, timestamp, logStreamName) ?? [],
        ),
      )
      if (next === undefined) return lines
      nextToken = next
    }
    return lines
  }
  return {
    find: async (texts, from, until) => {
      // Without texts, one search finds all lines.
      const parts = Array.from({ length: Math.max(1, Math.ceil(texts.length / TEXTS_AT_ONCE)) }, (_, part) =>
        texts.slice(part * TEXTS_AT_ONCE, (part + 1) * TEXTS_AT_ONCE),
      )
      const found = new Map<string, LogLine>()
      for (const part of parts)
        for (const lines of await Promise.all(groups.map((group) => inGroup(group, part, from, until))))
          for (const line of lines) found.set(JSON.stringify(line), line)
      return [...found.values()].toSorted((one, other) => one.at - other.at)
    },
  }
}
