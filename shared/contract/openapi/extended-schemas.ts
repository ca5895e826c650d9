/** Schemas that are another one with more fields say so, and do not repeat its fields. */

import { changeRecords } from '../streams/change-record.ts'
import { webhookEventRecords } from '../webhooks/event-records.ts'
import { isJson, type Json } from './document-parts.ts'

/** The schema that each of these extends. */
const BASES: Readonly<Record<string, string>> = {
  OrderWithFills: 'Order',
  FillWithOrder: 'Fill',
  PositionWithSubaccount: 'Position',
  CustomAssetWithMembers: 'CustomAsset',
  EventWithMarkets: 'Event',
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

/** The schemas, those that extend another one as `allOf` of it and their own fields. */
export const extendedSchemas = (schemas: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const base = BASES[name]
      return [name, base === undefined ? schema : extension(schema, base, schemas[base] ?? {})]
    }),
  )

const extension = ({ title, ...schema }: Json, name: string, base: Json): Json => {
  const own = Object.entries(propertiesOf(schema)).filter(([field]) => !(field in propertiesOf(base)))
  const missing = Object.keys(propertiesOf(base)).filter((field) => !(field in propertiesOf(schema)))
  if (missing.length > 0) throw new Error(`${String(title)} of the OpenAPI document lacks ${missing} of ${name}`)
  const required = requiredOf(schema).filter((field) => own.some(([name]) => name === field))
  return {
    title,
    allOf: [
      { $ref: `#/components/schemas/${name}` },
      { type: 'object', properties: Object.fromEntries(own), ...(required.length > 0 && { required }) },
    ],
  }
}

const propertiesOf = ({ properties }: Json): Json => (isJson(properties) ? properties : {})
const requiredOf = ({ required }: Json): readonly unknown[] => (Array.isArray(required) ? required : [])
