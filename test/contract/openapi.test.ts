/** The document tells the truth about the endpoints. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '#contract/openapi-document.ts'
import { ROUTES } from '#functions/api/routes.ts'

const specs = ROUTES.map((route) => route.handler.spec)

describe('the OpenAPI document', () => {
  it('stands in docs/openapi.json as the declarations make it (npm run openapi writes it)', () => {
    const written: unknown = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
    expect(written).toEqual(JSON.parse(JSON.stringify(openApiDocument(specs))))
  })

  it('has every endpoint once, with a body schema where one is read', () => {
    const { paths } = openApiDocument(specs)
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((m) => `${m} ${path}`),
    )
    expect(operations.sort()).toEqual(specs.map((spec) => `${spec.method.toLowerCase()} ${spec.path}`).sort())
    expect(paths['/v1/orders']).toMatchObject({
      post: {
        requestBody: {
          content: { 'application/json': { schema: { required: ['qty', 'buy_flag', 'subaccount_id'] } } },
        },
      },
    })
  })

  it('lets no two Lambdas share a name', () => {
    expect(new Set(specs.map((spec) => spec.name)).size).toBe(specs.length)
  })
})
