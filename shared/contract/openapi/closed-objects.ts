/** The objects of request bodies: they take no field but their own, and the document says so. */

import type { BodyPart } from '../validation/request-shape.ts'
import type { Schema } from '../validation/schema.ts'

/** All objects in these bodies, at any depth. */
export const closedObjects = (bodies: readonly BodyPart[]): ReadonlySet<Schema> => {
  const closed = new Set<Schema>()
  const visit = (schema: unknown): void => {
    if (!isSchema(schema) || closed.has(schema)) return
    if ('wrapped' in schema) visit(schema.wrapped)
    if ('item' in schema) visit(schema.item)
    if (!('entries' in schema)) return
    closed.add(schema)
    Object.values(Object(schema.entries)).forEach(visit)
  }
  for (const body of bodies) {
    if (body !== undefined && 'by' in body) [...Object.values(body.of), body.other].forEach(visit)
    else visit(body)
  }
  return closed
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'kind' in value
