/** Reads a whole request: every fault of path, query, header and body in one answer, and then the rules. */

import * as v from 'valibot'
import { ignoredFields } from './ignored-fields.ts'
import { readBody, type SentBody } from './read-body.ts'
import type { BodyPart, ParsedRequest, Part, RawRequest, RequestShape, RuleBreak } from './request-shape.ts'
import { type Loc, missingItem, sentenceItem, type ValidationItem, validationItem } from './validation-item.ts'

export type RequestReading<Path extends Part, Query extends Part, Headers extends Part, Body extends BodyPart> =
  | {
      readonly ok: true
      readonly value: ParsedRequest<Path, Query, Headers, Body>
      /** Body fields that no schema declares, such as `conditional_orders_params.0.trigger_order.stop_prise`. */
      readonly ignoredFields: readonly string[]
    }
  | { readonly ok: false; readonly detail: readonly ValidationItem[] }

export const parseRequest = <
  Path extends Part = undefined,
  Query extends Part = undefined,
  Headers extends Part = undefined,
  Body extends BodyPart = undefined,
>(
  raw: RawRequest,
  shape: RequestShape<Path, Query, Headers, Body>,
): RequestReading<Path, Query, Headers, Body> => {
  const sentHeaders = lowerCased(raw.headers ?? {})
  const sentBody = shape.body ? readBody(raw.body, sentHeaders['content-type']) : ABSENT
  // FastAPI answers a body that is no JSON before it looks at anything else.
  if (sentBody.kind === 'broken') return refusal([sentBody.item], shape)

  const path = read(shape.path, ['path'], present(raw.path ?? {}))
  const query = read(shape.query, ['query'], lastOfEach(raw.query ?? ''))
  const headers = read(shape.headers, ['header'], sentHeaders)
  const schema = bodySchema(shape.body, path.output)
  const body = readContent(schema, sentBody)
  const items = [...[path, query, headers].flatMap(alone), ...body.items]
  if (items.length > 0) return refusal(items, shape)

  // Without items, the schemas made exactly these types.
  const value = { path: path.output, query: query.output, headers: headers.output, body: body.output } as ParsedRequest<
    Path,
    Query,
    Headers,
    Body
  >
  const content = sentBody.kind === 'value' ? sentBody.value : null
  const breaks = (shape.rules ?? []).flatMap((rule) => rule(value.body, raw.receivedAt) ?? [])
  if (breaks.length > 0) {
    return refusal(
      breaks.map((broken) => ruleItem(broken, content)),
      shape,
    )
  }
  return { ok: true, value, ignoredFields: schema ? ignoredFields(schema, content) : [] }
}

/** The schema the path asks for; none while the path itself is at fault. */
const bodySchema = (body: BodyPart, path: unknown): Part => {
  if (body === undefined || !('by' in body)) return body
  const word: unknown = typeof path === 'object' && path !== null ? Reflect.get(path, body.by) : undefined
  return typeof word === 'string' && Object.hasOwn(body.of, word) ? body.of[word] : undefined
}

const ABSENT: SentBody = { kind: 'absent' }
/** A small body can have tens of thousands of faults; nobody reads them, and a Lambda's reply has a limit. */
const MAX_ITEMS = 1_000

type Texts = Readonly<Record<string, string | undefined>>

const refusal = (items: readonly ValidationItem[], { hideInput }: Pick<RequestShape, 'hideInput'>) => {
  const shown = items.slice(0, MAX_ITEMS)
  return { ok: false as const, detail: hideInput ? shown.map((item) => ({ ...item, input: null })) : shown }
}

interface Reading {
  readonly output: unknown
  readonly items: readonly ValidationItem[]
}

const read = (schema: Part, root: Loc, sent: unknown): Reading => {
  if (!schema) return { output: undefined, items: [] }
  const { issues = [], output } = v.safeParse(schema, sent)
  return { output, items: issues.map((issue) => validationItem(root, issue)) }
}

const readContent = (schema: Part, sent: SentBody): Reading => {
  if (sent.kind === 'value') return read(schema, ['body'], sent.value)
  return { output: undefined, items: schema ? [missingItem(['body'], null)] : [] }
}

/** FastAPI reads each parameter by itself, so a missing one has no object around it to show. */
const alone = ({ items }: Reading): readonly ValidationItem[] =>
  items.map((item) => (item.type === 'missing' ? missingItem(item.loc, null) : item))

const ruleItem = (broken: RuleBreak, content: unknown): ValidationItem => {
  if (typeof broken === 'string') return sentenceItem(['body'], broken, content)
  return sentenceItem(['body', ...broken.at], broken.sentence, valueAt(content, broken.at))
}

const valueAt = (content: unknown, at: Loc): unknown => {
  let value = content
  for (const key of at) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
    value = Reflect.get(value, key)
  }
  return value
}

const lowerCased = (headers: Texts): Texts =>
  present(Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])))

/** Of a parameter that comes twice, FastAPI takes the last. */
const lastOfEach = (query: string): Texts => present(Object.fromEntries(new URLSearchParams(query)))

/** Without a prototype, so that no declared name is ever found there. */
const present = (texts: Texts): Texts => {
  const kept: Record<string, string> = Object.create(null)
  for (const [name, text] of Object.entries(texts)) {
    if (text !== undefined) kept[name] = text
  }
  return kept
}
