/** docs/asyncapi.json describes the messages of the stream as the OpenAPI document does. `npm run lint` checks its form. */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { asyncApiDocument } from '#contract/openapi/asyncapi-document.ts'
import { openApiDocument } from '#contract/openapi/openapi-document.ts'
import { clientMessageRecords } from '#contract/streams/client-message.ts'
import { serverMessageRecords, streamChangeRecords } from '#contract/streams/server-message-records.ts'
import { ROUTES } from '#functions/api/routes.ts'

interface Document {
  readonly operations: Readonly<Record<string, { readonly messages: ReadonlyArray<{ readonly $ref: string }> }>>
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly examples?: ReadonlyArray<{ readonly payload: unknown }> }>>
    readonly schemas: object
  }
}

const openApi = openApiDocument(ROUTES.map((route) => route.handler.spec))
const document = JSON.parse(JSON.stringify(asyncApiDocument(openApi))) as Document
const records = { ...clientMessageRecords, ...serverMessageRecords, ...streamChangeRecords }

describe('the AsyncAPI document', () => {
  it('equals docs/asyncapi.json (npm run openapi writes it)', () => {
    const written: unknown = JSON.parse(readFileSync(new URL('../../docs/asyncapi.json', import.meta.url), 'utf8'))
    expect(written).toEqual(document)
  })

  it('has every message of both sides', () => {
    const messages = Object.values(document.operations).flatMap((operation) =>
      operation.messages.map(({ $ref }) => $ref.split('/').at(-1)),
    )
    // A change is described by the event that it reports.
    const expected = Object.keys(records).filter((name) => name !== 'StreamChange')
    expect(messages.sort()).toEqual(expected.sort())
  })

  it('contains every schema to which it points', () => {
    const text = JSON.stringify(document)
    const pointers = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(new Set(pointers)).toEqual(new Set(Object.keys(document.components.schemas)))
  })

  it('shows each example at the message that it belongs to', () => {
    const shown = Object.entries(document.components.messages).flatMap(([name, { examples = [] }]) =>
      examples.map(({ payload }) => ({ name, payload })),
    )
    expect(shown.length).toBeGreaterThan(10)
    for (const { name, payload } of shown) {
      expect(v.safeParse(records[name as keyof typeof records], payload).issues, name).toBeUndefined()
    }
  })
})
