/** Every answer forbids browsers to guess its type. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { expect, it } from 'vitest'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { bareFrame } from '#functions/bare-frame.ts'
import type { Endpoint } from '#lambda/endpoint.ts'

it.each([...ROUTES, DEFAULT_ROUTE].map(({ handler }) => [handler.spec.name, handler] as const))(
  '%s answers without a key with nosniff',
  async (_name, handler) => {
    const handle = (handler as unknown as Endpoint<never>).on(() => bareFrame() as never)
    const { method, path } = handler.spec
    const event = {
      rawQueryString: '',
      rawPath: path,
      headers: {},
      pathParameters: {},
      requestContext: { http: { method, path, sourceIp: '192.0.2.1' }, requestId: 'r' },
    } as unknown as APIGatewayProxyEventV2
    const answer = await handle(event as never, { getRemainingTimeInMillis: () => 1_000 } as Context)
    expect(answer.headers?.['x-content-type-options']).toBe('nosniff')
  },
)
