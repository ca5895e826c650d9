/** GET /v1/docs/reference.js */

import { readFile } from 'node:fs/promises'
import { object } from '#contract/validation/fields/object.ts'
import { optional } from '#contract/validation/fields/optional.ts'
import { string } from '#contract/validation/fields/string.ts'
import { ServedFile } from '#lambda/answers/served-file.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { REFERENCE_PAGE_REFUSALS, referencePageRefusal } from '#lambda/limits/open-to-strangers.ts'
import { bareFrame } from '../../bare-frame.ts'
import { strangersAreHalted } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-docs-script',
    method: 'GET',
    path: '/v1/docs/reference.js',
    tag: 'Service',
    summary: 'The script of the reference page',
    description: 'Always compressed with gzip. The page requests it by version, so a browser can keep it.',
    scope: 'none',
    request: { query: object({ v: optional(string()) }) },
    reply: { status: 200, schema: string(), contentType: 'text/javascript' },
    uses: { table: 'none', costStop: 'read' },
    refusals: REFERENCE_PAGE_REFUSALS,
    files: ['reference/scalar.js.gz'],
    memoryMb: 256,
    ifBroken: 'The reference page stays empty; trading continues. Look at the log of get-docs-script.',
  },
  () => ({ ...bareFrame(), refusal: strangersAreHalted() }),
  async ({ refusal }) => {
    const refused = await referencePageRefusal(process.env, refusal)
    if (refused !== null) return refused
    return new ServedFile(await readFile(new URL('reference/scalar.js.gz', import.meta.url)), {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  },
)
