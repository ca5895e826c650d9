/** GET / */

import { endpoint } from '#lambda/endpoint.ts'
import { bareFrame } from '../../bare-frame.ts'

export const handler = endpoint(
  {
    name: 'get-root',
    method: 'GET',
    path: '/',
    tag: 'Service',
    summary: 'Leads to the console',
    scope: 'none',
    request: {},
    reply: { status: 302, schema: null },
    uses: { table: 'none' },
    memoryMb: 256,
    ifBroken: 'The bare address does not lead to the console. Open /v1/console, and look at the log of get-root.',
  },
  bareFrame,
  async () => ({ status: 302, body: null, headers: { location: '/v1/console' } }),
)
