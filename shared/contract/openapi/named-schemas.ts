/** Gives a name to every list of words and to every object inside the schemas, so that generated clients have one type for each. */

import { isJson, type Json, pascal } from './document-parts.ts'
import { FIELD_NOTES } from './field-notes.ts'
import { NAMED_WORDS } from './named-words.ts'

/** Names that are plainer than the name of the schema and the field around an object. */
const PLAINER: Readonly<Record<string, string>> = {
  BalanceShards: 'BalanceShard',
  ComplexOrderConditionalOrder: 'ConditionalOrder',
  ComplexOrderTwapOrder: 'TwapOrder',
  ConditionalOrderParamsTriggerOrder: 'TriggerOrderParams',
  CredentialsReadiness: 'ReadinessCheck',
  FeesPer100Contracts: 'FeesAtPrice',
  GetHealthReplyRefusals: 'ExchangeRefusal',
  ListComplexOrdersReplyComplexOrders: 'ComplexOrderGroup',
  ListFillsReplySubaccountToFills: 'SubaccountFills',
  ListPositionsReplySubaccountToPositions: 'SubaccountPositions',
  ListRedemptionsReplyRedemptions: 'Redemption',
  MarketTickStructure: 'TickRange',
  OrderLastAmend: 'LastAmend',
  OrderWithFillsSkippedMembers: 'SkippedMember',
  OrderbookOrderbook: 'OrderbookLevels',
  OrderbookLevelsBids: 'PriceLevel',
  PreviewOrderReplyLegs: 'PreviewLeg',
  PreviewOrderReplyWarnings: 'PreviewNotice',
  PriceSeriesCandlesticks: 'Candlestick',
  PriceSeriesHistory: 'PricePoint',
  RedeemPositionsReplyRedemptions: 'BegunRedemption',
  RefusedOrderError: 'OrderRefusal',
  SetAllocationBodyTargets: 'AllocationTargetInput',
  SetAllocationReplyTargets: 'AllocationTarget',
  WebhookDeliveryAttempts: 'DeliveryAttempt',
}

export interface NamedSchemas {
  /** The schemas of the document, by name, with the schemas found inside them. */
  readonly components: () => Readonly<Record<string, Json>>
  /** A schema outside the components, such as the schema of a parameter. */
  readonly named: (schema: Json) => Json
}

/** Names the schemas inside the declared schemas. */
export const namedSchemas = (declared: Readonly<Record<string, Json>>): NamedSchemas => {
  const found = new Map<string, Json>()
  const names = new Map<string, string>()

  /** A pointer to a component that is like this; it is called `name`, if it is the first one. */
  const pointer = (schema: Json, name: string): Json => {
    const key = JSON.stringify(schema)
    const known = names.get(key) ?? name
    if (!names.has(key) && (found.has(known) || known in declared)) {
      throw new Error(`two schemas of the OpenAPI document are called ${known}`)
    }
    names.set(key, known)
    if (!found.has(known)) found.set(known, { title: known, ...schema })
    return { $ref: `#/components/schemas/${known}` }
  }

  const words = (schema: Json, sent: readonly unknown[]): Json => {
    const { type, enum: _sent, description, ...facts } = schema
    const listed = sent.filter((word) => word !== null)
    if (listed.length === 1 && listed.length === sent.length) {
      return { type, const: listed[0], ...facts }
    }
    const [name] = Object.entries(NAMED_WORDS).find(([, all]) => all.join() === listed.join()) ?? []
    if (name === undefined) throw new Error(`name these words in shared/contract/openapi/named-words.ts: ${listed}`)
    const ref = pointer({ type: 'string', enum: listed, ...noted(noteOfWords(name)) }, name)
    const own = description === noteOfWords(name) ? {} : noted(description)
    return listed.length === sent.length ? { ...ref, ...facts, ...own } : { ...orNull(ref), ...facts, ...own }
  }

  /** The schema with all inner schemas named; `place` is the name of what is around it. */
  const inside = (schema: Json, place: string): Json => {
    const each = (one: unknown): unknown => (isJson(one) ? part(one, place) : one)
    return {
      ...schema,
      ...(isJson(schema['properties']) && { properties: fields(schema['properties'], place) }),
      ...(isJson(schema['items']) && { items: each(schema['items']) }),
      ...(isJson(schema['additionalProperties']) && { additionalProperties: each(schema['additionalProperties']) }),
      ...(Array.isArray(schema['anyOf']) && { anyOf: schema['anyOf'].map(each) }),
      ...(Array.isArray(schema['oneOf']) && { oneOf: schema['oneOf'].map(each) }),
    }
  }

  const fields = (all: Json, place: string): Json =>
    Object.fromEntries(
      Object.entries(all).map(([name, schema]) => [
        name,
        isJson(schema) ? part(schema, `${place}${pascal(name)}`) : schema,
      ]),
    )

  const part = (schema: Json, place: string): Json => {
    if (Array.isArray(schema['enum'])) return words(schema, schema['enum'])
    if (!isJson(schema['properties'])) return inside(schema, place)
    if (place === '') throw new Error('an object outside the schemas of the OpenAPI document has no name')
    const name = PLAINER[place] ?? place
    const { description, type, ...shape } = schema
    const ref = pointer(inside({ type: 'object', ...shape }, name), name)
    return { ...(type === 'object' ? ref : orNull(ref)), ...noted(description) }
  }

  const tops = Object.entries(declared).map(
    ([name, schema]) => [name, { title: name, ...inside(schema, name) }] as const,
  )
  return {
    components: () => Object.fromEntries([...tops, ...[...found].sort(([a], [b]) => (a < b ? -1 : 1))]),
    named: (schema) => part(schema, ''),
  }
}

/** The note on the field that has the name of the list of words. */
const noteOfWords = (name: string): string | undefined =>
  FIELD_NOTES[name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()]

const orNull = (ref: Json): Json => ({ anyOf: [ref, { type: 'null' }] })
const noted = (description: unknown): Json => (description === undefined ? {} : { description })

/** The part of the document with each schema in it named. Examples stay as they are. */
export const withNamedSchemas = <Part extends Json>(part: Part, named: NamedSchemas['named']): Part => {
  const visited = (name: string, value: unknown): unknown => {
    if (name === 'example' || name === 'examples') return value
    if (Array.isArray(value)) return value.map((one) => visited('', one))
    if (!isJson(value)) return value
    return name === 'schema' ? named(value) : withNamedSchemas(value, named)
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, visited(name, value)])) as Part
}
