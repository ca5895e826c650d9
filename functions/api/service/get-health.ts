/** GET /v1/health */

import { enumeration } from '#contract/validation/enumeration.ts'
import { object } from '#contract/validation/object.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { bareFrame } from '../../bare-frame.ts'

export const handler = endpoint(
  {
    name: 'get-health',
    method: 'GET',
    path: '/v1/health',
    tag: 'Service',
    summary: 'Whether the service answers',
    scope: 'none',
    request: {},
    reply: { status: 200, schema: object({ status: enumeration(['ok']) }) },
    uses: { table: 'none' },
    memoryMb: 256,
    ifBroken: 'The service does not answer at all. Look at API Gateway first.',
  },
  bareFrame,
  async () => ({ status: 200, body: { status: 'ok' } }),
)
