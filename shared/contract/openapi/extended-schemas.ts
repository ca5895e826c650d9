/**
 * Schemas that have many fields of another one point to it for the notes on these. They have all fields of their own: openapi-generator
 * forgets of a field in `allOf` that it can be null.
 */

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
  CreatedWebhook: 'Webhook',
  ...Object.fromEntries(
    Object.keys(webhookEventRecords)
      .filter((event) => event !== 'OrderCreatedEvent')
      .map((event) => [event, 'OrderCreatedEvent']),
  ),
  ...Object.fromEntries(
    Object.keys(changeRecords).flatMap((change) => {
      const event = change.replace(/Change$/, 'Event')
      return [
        [change, change === 'OrderCreatedChange' ? event : 'OrderCreatedChange'],
        [`Stream${event}`, change === 'OrderCreatedChange' ? change : 'StreamOrderCreatedEvent'],
      ]
    }),
  ),
}

/** The schemas; a schema that extends another one has its fields without their notes. */
export const extendedSchemas = (schemas: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const base = BASES[name]
      return [name, base === undefined ? schema : extension(schema, base, schemas[base] ?? {})]
    }),
  )

const extension = ({ title, type, ...schema }: Json, name: string, base: Json): Json => {
  const noted = propertiesOf(base)
  const properties = Object.entries(propertiesOf(schema)).map(([field, own]) => [
    field,
    withoutNoteOf(noted[field], own),
  ])
  return { title, type, description: `See also \`${name}\`.`, ...schema, properties: Object.fromEntries(properties) }
}

/** Returns the field's schema, without its description if the same field of the base schema has the same description. */
const withoutNoteOf = (other: unknown, own: unknown): unknown => {
  if (!isJson(other) || !isJson(own) || other['description'] !== own['description']) return own
  const { description: _, ...schema } = own
  return schema
}

const propertiesOf = ({ properties }: Json): Json => (isJson(properties) ? properties : {})
