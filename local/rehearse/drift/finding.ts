/** One difference between an exchange and what its adapter knows, in words that a person can act on. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Difference, lastOf } from './compare-answer.ts'

export interface Finding {
  readonly exchange: ExchangeName
  readonly kind: Difference['kind'] | 'unknown message' | 'path' | 'header' | 'error' | 'unread'
  /** True if the service may act wrongly because of the difference. */
  readonly decides: boolean
  /** Such as `GET /markets`; several if it shows in several calls. */
  readonly calls: readonly string[]
  /** The field, header or path. */
  readonly at: string
  readonly means: string
}

type Words = Pick<Finding, 'decides' | 'means'>

const WORDS: Readonly<Record<Difference['kind'], (value: string) => Words>> = {
  'missing field': (value) => ({
    decides: true,
    means: `The adapter reads it, and no answer has it.${value === '' ? '' : ` New in the same place: ${value}.`}`,
  }),
  'unreadable field': (value) => ({
    decides: true,
    means: `The adapter cannot read its form any more (${value}).`,
  }),
  'unknown value': (value) => ({
    decides: true,
    means: `"${value}" is a value that the adapter does not know. docs/operations.md, "Drift of an exchange", says how it decides.`,
  }),
  'unknown field': () => ({
    decides: false,
    means: 'It is new and not read. Look whether the changelog of the exchange says that it matters.',
  }),
}

/** Consequence of the difference in an answer to `call`. */
export const findingOf = (exchange: ExchangeName, call: string, { kind, at, value = '' }: Difference): Finding => ({
  exchange,
  kind,
  calls: [call],
  at,
  ...WORDS[kind](value),
})

/** One finding for each difference, with all calls that show it. */
export const merged = (findings: readonly Finding[]): readonly Finding[] =>
  [
    ...Map.groupBy(findings, ({ exchange, kind, at, means }) =>
      [exchange, kind, nameIn(kind, at), kind.endsWith('field') ? '' : means].join(' '),
    ).values(),
  ]
    .flatMap((alike) => {
      const [first] = alike
      const calls = [...new Set(alike.flatMap((one) => one.calls))]
      return first === undefined ? [] : [{ ...first, calls }]
    })
    .sort((one, other) => Number(other.decides) - Number(one.decides))

/** A field has one name, wherever it is. */
const nameIn = (kind: Finding['kind'], at: string): string => (kind.endsWith('field') ? lastOf(at) : at)
