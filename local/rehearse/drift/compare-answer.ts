/** Compares an answer of an exchange with what the adapter reads of it. */

import * as v from 'valibot'
import type { KnownCall } from '#adapters/exchanges/known-call.ts'
import { fieldsRead, type ReadField } from './fields-read.ts'

export interface Difference {
  readonly kind: 'missing field' | 'unknown field' | 'unknown value' | 'unreadable field'
  /** Place of the field in the answer. */
  readonly at: string
  /** The unknown value, why the adapter cannot read the field, or new names beside a field that is missing. */
  readonly value?: string
}

/** Each difference once, however many rows have it. */
export const compareAnswer = (call: KnownFieldsOf, body: unknown): readonly Difference[] => {
  const known = knownFields(call)
  const seen = seenIn(body, known)
  const missing = [...known.read.keys()]
    .filter((at) => !at.endsWith('[]') && seen.objects.has(parentOf(at)) && !seen.fields.has(at))
    .filter((at) => !(call.sometimes ?? []).some((one) => at === one || at.startsWith(`${one}.`)))
  return [
    ...missing.map((at): Difference => {
      const beside = [...seen.unknown].filter((one) => parentOf(one) === parentOf(at))
      return { kind: 'missing field', at, value: beside.map(lastOf).join(', ') }
    }),
    ...[...seen.unknown].map((at): Difference => ({ kind: 'unknown field', at })),
    ...seen.values,
    ...unreadable(call, body, new Set([...missing, ...seen.values.map(({ at }) => at)])),
  ]
}

type KnownFieldsOf = Pick<KnownCall, 'reads' | 'unused' | 'sometimes'>

interface KnownFields {
  readonly read: ReadonlyMap<string, ReadField>
  readonly unused: ReadonlySet<string>
}

const knownFields = ({ reads, unused = {} }: KnownFieldsOf): KnownFields => {
  const read = new Map<string, ReadField>()
  for (const [place, schemas] of Object.entries(reads))
    for (const schema of schemas)
      for (const [at, field] of fieldsRead(schema, place)) {
        const before = read.get(at)
        read.set(at, before?.isKnown == null ? { ...field, isOpen: before?.isOpen === true || field.isOpen } : before)
      }
  const names = Object.entries(unused).flatMap(([place, text]) => text.split(' ').map((name) => below(place, name)))
  return { read, unused: new Set(names) }
}

interface Seen {
  readonly objects: Set<string>
  readonly fields: Set<string>
  readonly unknown: Set<string>
  readonly values: Difference[]
}

const seenIn = (body: unknown, { read, unused }: KnownFields): Seen => {
  const seen: Seen = { objects: new Set(), fields: new Set(), unknown: new Set(), values: [] }
  const isReadBelow = (place: string): boolean => [...read.keys()].some((at) => at.startsWith(place) && at !== place)
  const visit = (value: unknown, place: string): void => {
    const field = read.get(place)
    if (field?.isKnown?.(value) === false) noteValue(seen.values, place, value)
    if (field?.isOpen === true) return
    if (Array.isArray(value)) {
      if (isReadBelow(`${place}[]`)) for (const item of value) visit(item, `${place}[]`)
      return
    }
    if (typeof value !== 'object' || value === null || (place !== '' && !isReadBelow(place))) return
    seen.objects.add(place)
    for (const [name, item] of Object.entries(value)) {
      const at = below(place, name)
      seen.fields.add(at)
      if (read.has(at)) visit(item, at)
      else if (!unused.has(at)) seen.unknown.add(at)
    }
  }
  visit(body, '')
  return seen
}

const noteValue = (values: Difference[], at: string, value: unknown): void => {
  const text = String(value).slice(0, MOST_CHARACTERS)
  if (!values.some((one) => one.at === at && one.value === text))
    values.push({ kind: 'unknown value', at, value: text })
}

/** Enough to recognize a value. */
const MOST_CHARACTERS = 60

/** Fields whose form no schema of the adapter takes any more, such as a number that was a text. */
const unreadable = ({ reads }: KnownFieldsOf, body: unknown, explained: ReadonlySet<string>): readonly Difference[] => {
  const found = new Map<string, Difference>()
  for (const [place, schemas] of Object.entries(reads))
    for (const part of partsAt(body, place))
      for (const schema of schemas) {
        const [issue] = v.safeParse(schema, part).issues ?? []
        if (issue === undefined) continue
        const names = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? '[]' : `.${String(key)}`)).join('')
        const at = `${place}${names}`.replace(/^\./, '')
        if (!explained.has(at)) found.set(at, { kind: 'unreadable field', at, value: issue.message })
      }
  return [...found.values()]
}

/** Lists of rows that have none in the body: nothing of their rows was compared. */
export const emptyLists = (call: KnownFieldsOf, body: unknown): readonly string[] => {
  const lists = [...knownFields(call).read.keys()].map(parentOf).filter((at) => at.endsWith('[]'))
  return [...new Set(lists)].filter((at) => partsAt(body, at).length === 0)
}

/** The parts of a body at a place such as `markets[].events[]`. */
export const partsAt = (body: unknown, place: string): readonly unknown[] =>
  place
    .split(/\.|(?=\[\])/)
    .filter((name) => name !== '')
    .reduce<readonly unknown[]>(
      (parts, name) =>
        parts.flatMap((part) => {
          if (name === '[]') return Array.isArray(part) ? part : []
          const inner =
            typeof part === 'object' && part !== null ? Object.entries(part).find(([key]) => key === name) : []
          return inner?.[1] == null ? [] : [inner[1]]
        }),
      [body],
    )

const below = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`)

export const lastOf = (at: string): string => at.slice(at.lastIndexOf('.') + 1)

const parentOf = (at: string): string => (at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '')
