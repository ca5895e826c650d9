/** Reads a request: every fault of path, query, header and body in one answer, and then the rules. */

import * as v from 'valibot'
import { isCommaList } from './fields/comma-list.ts'
import { type Entries, type ObjectSchema, object } from './fields/object.ts'
import { isOptionalBody } from './optional-body.ts'
import { parseJson } from './parse-json.ts'
import type { SentBody } from './read-body.ts'
import type { BodyPart, ParsedRequest, Part, RequestShape, RuleBreak } from './request-shape.ts'
import type { Schema } from './schema.ts'
import { contentOf, type SentRequest, sentAt, type Values } from './sent-request.ts'
import { type Loc, missingItem, sentenceItem, type ValidationItem, validationItem } from './validation-item.ts'

type RequestReading<Path extends Part, Query extends Part, Headers extends Part, Body extends BodyPart> =
  | { readonly ok: true; readonly value: ParsedRequest<Path, Query, Headers, Body> }
  | { readonly ok: false; readonly detail: readonly ValidationItem[] }

/** Reads every part against its schema. `headerFaults` are known already, and go with those of the headers. */
export const parseFields = <
  Path extends Part = undefined,
  Query extends Part = undefined,
  Headers extends Part = undefined,
  Body extends BodyPart = undefined,
>(
  sent: SentRequest,
  shape: RequestShape<Path, Query, Headers, Body>,
  headerFaults: readonly ValidationItem[] = [],
): RequestReading<Path, Query, Headers, Body> => {
  // FastAPI answers a body that is no JSON before it looks at anything else.
  if (shape.body && sent.body.kind === 'broken') return refusal([sent.body.item], shape)
  const path = read(shape.path, ['path'], sent.path)
  const query = readQuery(shape.query ?? NOTHING, sent.query)
  const headers = read(shape.headers, ['header'], declaredOf(shape.headers, sent.headers))
  const body = shape.body
    ? readContent(bodySchema(shape.body, path.output, sent.body), sent.body)
    : readUndeclared(sent)
  const items = [...[path, query, headers].flatMap(alone), ...headerFaults, ...body.items]
  if (items.length > 0) return refusal(items, shape)

  // Without items, the schemas made exactly these types.
  const value = {
    path: path.output,
    query: shape.query && query.output,
    headers: headers.output,
    body: body.output,
  } as ParsedRequest<Path, Query, Headers, Body>
  return { ok: true, value }
}

/** Returns the broken rules between the fields of a body whose fields are valid. */
export const brokenRules = <Body extends BodyPart>(
  sent: SentRequest,
  shape: Pick<RequestShape<Part, Part, Part, Body>, 'rules' | 'hideInput'>,
  body: ParsedRequest<Part, Part, Part, Body>['body'],
): readonly ValidationItem[] => {
  const breaks = (shape.rules ?? []).flatMap((rule) => rule(body, sent.receivedAt) ?? [])
  return shown(
    breaks.map((broken) => ruleItem(broken, sent)),
    shape,
  )
}

/** The schema the path asks for; none while the path itself is at fault. */
const bodySchema = (body: BodyPart, path: unknown, sent: SentBody): Part => {
  if (body === undefined || !('by' in body)) return body
  const value = sent.kind === 'value' ? sent.value : null
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, body.unless)) return body.other
  const word: unknown = typeof path === 'object' && path !== null ? Reflect.get(path, body.by) : undefined
  return typeof word === 'string' && Object.hasOwn(body.of, word) ? body.of[word] : undefined
}

/** Schema of an endpoint that declares no query, or no body. */
const NOTHING = object({})
/** A small body can have tens of thousands of faults, and a Lambda's reply has a limit. */
const MAX_ITEMS = 1_000

const refusal = (items: readonly ValidationItem[], shape: Pick<RequestShape, 'hideInput'>) => ({
  ok: false as const,
  detail: shown(items, shape),
})

const shown = (
  items: readonly ValidationItem[],
  { hideInput }: Pick<RequestShape, 'hideInput'>,
): readonly ValidationItem[] => {
  const first = items.slice(0, MAX_ITEMS)
  return hideInput ? first.map((item) => ({ ...item, input: null })) : first
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
  if (schema && isOptionalBody(schema)) return read(schema, ['body'], {})
  return { output: undefined, items: schema ? [missingItem(['body'], null)] : [] }
}

/** If no body is declared, an empty one passes, of any declared type. */
const readUndeclared = (sent: SentRequest): Reading => {
  const content = contentOf(sent)
  const reading = typeof content === 'string' ? parseJson(content) : null
  const { items } = read(NOTHING, ['body'], reading?.ok ? reading.value : content)
  return { output: undefined, items: items.filter(({ type }) => type === 'extra_forbidden') }
}

/** FastAPI reads each parameter alone, so a missing one has no object around it to show. */
const alone = ({ items }: Reading): readonly ValidationItem[] =>
  items.map((item) => (item.type === 'missing' ? missingItem(item.loc, null) : item))

const ruleItem = (broken: RuleBreak, sent: SentRequest): ValidationItem => {
  const { at, sentence } = typeof broken === 'string' ? { at: [], sentence: broken } : broken
  const loc = ['body', ...at]
  return sentenceItem(loc, sentence, sentAt(sent, loc))
}

const entriesOf = (schema: Part): Entries => (schema !== undefined && isObject(schema) ? schema.entries : {})

const isObject = (schema: Schema): schema is ObjectSchema<Entries> => schema.type === 'object'

/** Headers nobody declared are none of our business. */
const declaredOf = (schema: Part, sent: Values): Values =>
  Object.fromEntries(
    Object.keys(entriesOf(schema)).flatMap((name) => (Object.hasOwn(sent, name) ? [[name, sent[name]]] : [])),
  )

/** A list may come in several texts, any other parameter in one. */
const readQuery = (schema: Schema, sent: Values): Reading => {
  const { output, items } = read(schema, ['query'], sent)
  const repeated = Object.entries(entriesOf(schema)).flatMap(([name, field]) =>
    Array.isArray(sent[name]) && !isCommaList(field) ? [name] : [],
  )
  const others = items.filter(({ loc: [, name] }) => !repeated.includes(String(name)))
  return { output, items: [...others, ...repeated.map((name) => sentenceItem(['query', name], TWICE, sent[name]))] }
}

const TWICE = 'this parameter takes one value, and came more than once'
