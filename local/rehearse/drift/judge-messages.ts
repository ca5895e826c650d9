/** Findings in the messages of the public socket of an exchange. */

import * as v from 'valibot'
import type { KnownInterface } from '#adapters/exchanges/known-call.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { compareAnswer } from './compare-answer.ts'
import { type Finding, findingOf } from './finding.ts'

export interface JudgedMessages {
  readonly findings: readonly Finding[]
  /** Types that are read and did not come. */
  readonly missing: readonly string[]
}

/** `heard` are the messages as they came: one, or a list of them. */
export const judgeMessages = (
  exchange: ExchangeName,
  received: readonly unknown[],
  { messages, unusedMessages }: Pick<KnownInterface, 'messages' | 'unusedMessages'>,
): JudgedMessages => {
  const ofType = Map.groupBy(received.flat(), typeOf)
  const unknown = [...ofType.keys()].filter(
    (type) => !unusedMessages.includes(type) && !messages.some((one) => one.type === type),
  )
  return {
    findings: [
      ...messages.flatMap((known) =>
        (ofType.get(known.type) ?? []).flatMap((message) =>
          compareAnswer(known, message).map((one) => findingOf(exchange, `message ${known.type}`, one)),
        ),
      ),
      ...unknown.map(
        (type): Finding => ({
          exchange,
          kind: 'unknown message',
          calls: ['the public socket'],
          at: type,
          decides: false,
          means: 'It is new and not read. Look into the changelog of the exchange.',
        }),
      ),
    ],
    missing: messages.filter(({ type }) => !ofType.has(type)).map(({ type }) => type),
  }
}

const Typed = v.union([v.looseObject({ event_type: v.string() }), v.looseObject({ type: v.string() })])

const typeOf = (message: unknown): string => {
  const read = v.safeParse(Typed, message)
  if (!read.success) return String(JSON.stringify(message)).slice(0, MOST_CHARACTERS)
  return String('event_type' in read.output ? read.output['event_type'] : read.output['type'])
}

/** Enough to recognize a message without a type. */
const MOST_CHARACTERS = 60
