/** A schema that has all fields of another one extends it (`allOf`). A schema that shares many fields refers to the other one for their notes. */

import { changeRecords } from '../streams/change-record.ts'
import { webhookEventRecords } from '../webhooks/event-records.ts'
import { isJson, type Json } from './document-parts.ts'

/** The schema that has the same notes on fields of each of these. */
const BASES: Readonly<Record<string, string>> = {
  ChangeCustomAsset: 'CustomAsset',
  ClosePositions: 'CreateOrder',
  ComplexOrder: 'Order',
  ConditionalOrder: 'ConditionalOrderParams',
  CreateCustomAsset: 'CustomAsset',
  CreatedApiKey: 'ApiKey',
  Event: 'Market',
  Fill: 'Order',
  ListComplexOrdersReply: 'ListOrdersReply',
  ListDeliveriesReply: 'ListOrdersReply',
  ListEventsReply: 'SearchMarketsReply',
  ListFillsReply: 'ListOrdersReply',
  Order: 'CreateOrder',
  OrderWithFills: 'Order',
  Position: 'Order',
  PreviewLeg: 'PreviewOrderReply',
  SetDeadMansSwitch: 'DeadMansSwitch',
  SetLimits: 'Limits',
  StreamBook: 'StreamQuote',
  StreamTrades: 'StreamQuote',
  TriggerOrderParams: 'CreateOrder',
  TwapOrder: 'TwapOrderParams',
  TwapOrderParams: 'CreateOrder',
  FillWithOrder: 'Fill',
  PositionWithSubaccount: 'Position',
  CustomAssetWithMembers: 'CustomAsset',
  EventWithMarkets: 'Event',
  ListedEvent: 'Event',
  TopMarket: 'Market',
  CreatedHook: 'Hook',
  CreatedWebhook: 'Webhook',
  ...Object.fromEntries(Object.keys(webhookEventRecords).map((event) => [event, 'EventFacts'])),
  ...Object.fromEntries(
    Object.keys(changeRecords).flatMap((change) => {
      const event = change.replace(/Change$/, 'Event')
      return [
        [change, event],
        [`Stream${event}`, change],
      ]
    }),
  ),
}

/** Fields that many schemas add to their base. */
const PARTS = ['ChangeCursor', 'StreamEventFacts']

/** The schemas. A schema that has every field of its base extends it. Other schemas have their fields without the notes of the base. */
export const extendedSchemas = (schemas: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const base = BASES[name]
      if (base === undefined) return [name, schema]
      const inherited = propertiesOf(schemas[base] ?? {})
      const isOpen = [schema, schemas[base]].every((one) => one?.['additionalProperties'] !== false)
      const fields = propertiesOf(schema)
      const hasAll = Object.entries(inherited).every(([field, type]) => hasType(type, fields[field]))
      return [name, isOpen && hasAll ? extension(schemas, schema, base) : withoutNotes(schema, base, inherited)]
    }),
  )

/** The base, and the fields that it lacks. */
const extension = (
  schemas: Readonly<Record<string, Json>>,
  { title, required, ...schema }: Json,
  base: string,
): Json => {
  const inherited = propertiesOf(schemas[base] ?? {})
  const own = Object.entries(propertiesOf(schema)).filter(([field]) => !(field in inherited))
  const names = new Set<unknown>(own.map(([field]) => field))
  const part = PARTS.find((one) => isSame(propertiesOf(schemas[one] ?? {}), Object.fromEntries(own)))
  if (part !== undefined) return { title, allOf: [base, part].map((one) => ({ $ref: `#/components/schemas/${one}` })) }
  const requiredHere = Array.isArray(required) ? required.filter((field) => names.has(field)) : []
  return {
    title,
    allOf: [
      { $ref: `#/components/schemas/${base}` },
      { ...schema, properties: Object.fromEntries(own), ...(requiredHere.length > 0 && { required: requiredHere }) },
    ],
  }
}

/** True if both have one type. Their notes may differ. */
const hasType = (inherited: unknown, own: unknown): boolean =>
  isJson(inherited) && isJson(own) && JSON.stringify(withoutNote(inherited)) === JSON.stringify(withoutNote(own))

const withoutNotes = ({ title, type, ...schema }: Json, name: string, inherited: Json): Json => {
  const properties = Object.entries(propertiesOf(schema)).map(([field, own]) => [
    field,
    isJson(own) && noteOf(inherited[field]) === noteOf(own) ? withoutNote(own) : own,
  ])
  return { title, type, description: `See also \`${name}\`.`, ...schema, properties: Object.fromEntries(properties) }
}

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

const noteOf = (field: unknown): unknown => (isJson(field) ? field['description'] : undefined)
const withoutNote = ({ description: _, ...schema }: Json): Json => schema

const propertiesOf = ({ properties }: Json): Json => (isJson(properties) ? properties : {})
