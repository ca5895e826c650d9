/** GET /v1/openapi.json */

import * as v from 'valibot'
import { endpoint } from '#lambda/endpoint.ts'
import { STRANGERS_HALTED } from '#lambda/limits/open-to-strangers.ts'
import document from '../../../docs/openapi.json' with { type: 'json' }
import { bareFrame } from '../../bare-frame.ts'
import { strangersAreHalted } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-openapi',
    method: 'GET',
    path: '/v1/openapi.json',
    tag: 'Service',
    summary: 'This interface as OpenAPI 3.1',
    scope: 'none',
    request: {},
    reply: { status: 200, schema: v.record(v.string(), v.unknown()) },
    tagged: true,
    uses: { table: 'none', costStop: 'read' },
    refusals: [STRANGERS_HALTED],
    memoryMb: 256,
    ifBroken: 'The OpenAPI document cannot be read; trading continues. Look at the log of get-openapi.',
  },
  () => ({ ...bareFrame(), refusal: strangersAreHalted() }),
  async ({ refusal }) => (await refusal()) ?? document,
)
