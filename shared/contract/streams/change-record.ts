/** A change as GET /v1/changes lists it: the event that webhooks are sent, with its cursor. */

import * as v from 'valibot'
import { cursorOf } from '#domain/streams/change-log.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { integer } from '../validation/fields/integer.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { withDefault } from '../validation/fields/with-default.ts'
import { changeEventRecords } from '../webhooks/event-records.ts'
import { toEventFields } from '../webhooks/payload.ts'

const cursor = () => string({ pattern: '^[0-9]{1,15}$' })

export const changeQuery = object({
  after: optional(cursor()),
  limit: withDefault(integer({ ge: 1, le: 1_000 }), 100),
})

/** Field that a change adds to its event. */
export const changeCursor = object({ cursor: cursor() })

/** The changes by type, by the name each has among the schemas of the OpenAPI document. */
export const changeRecords = Object.fromEntries(
  Object.entries(changeEventRecords).map(([name, { entries }]) => [
    name.replace(/Event$/, 'Change'),
    object({ ...changeCursor.entries, ...entries }),
  ]),
)

/** Typed as any schema: the compiler cannot tell which `data` goes with which `type`. */
export const changeRecord: v.GenericSchema = v.union(Object.values(changeRecords))

/** The fields of the event, and its place in the log. */
export const toChangeRecord = ({ position, event }: { readonly position: number; readonly event: WebhookEvent }) => ({
  cursor: cursorOf(position),
  ...toEventFields(event),
})
