/** Notes on the fields that every event has. */

type Notes = Readonly<Record<string, string>>

/** Returns the notes by `schema.field`. `more` are notes on further fields of these schemas. */
export const eventNotes = (schemas: readonly string[], more: Notes = {}): Notes =>
  Object.fromEntries(
    schemas.flatMap((schema) =>
      Object.entries({ ...OF_AN_EVENT, ...more }).map(([field, note]) => [`${schema}.${field}`, note]),
    ),
  )

const OF_AN_EVENT = {
  event_id: 'The event: the same in every message and in `GET /v1/changes`; of a webhook also the header `webhook-id`',
  type: 'What happened',
  timestamp: 'When it happened. Deliveries may come later',
  object_id: 'The object it is about',
  sequence: 'Order of the events of one object. It grows, and has gaps',
  previous_status: 'Status before, `settlement` of a position, or `halted`; null for the first event',
  data: 'The object at that time',
}
