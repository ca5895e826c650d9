/** GET /v1/console */

import { readFile } from 'node:fs/promises'
import { string } from '#contract/validation/fields/string.ts'
import { pageReply } from '#lambda/answers/page-reply.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { bareFrame } from '../../bare-frame.ts'

/** Hosts of the pictures of EXCHANGE_B, as its listings name them; EXCHANGE_A has none. `client/console/parts/market-rows/picture-hosts.ts` has the same ones. */
const PICTURES =
  'https://polymarket-upload.s3.us-east-2.amazonaws.com https://polymarket-static.s3.us-east-2.amazonaws.com'

/**
 * Everything but pictures of markets is loaded from this address, and data is sent only to this address and the stream. No text becomes
 * markup or script.
 */
const allowedWith = (stream: string): readonly string[] => [
  "script-src 'self'",
  "style-src 'self'",
  `img-src 'self' data: ${PICTURES}`,
  `connect-src 'self' ${new URL(stream).origin}`,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

export const handler = endpoint(
  {
    name: 'get-console',
    method: 'GET',
    path: '/v1/console',
    tag: 'Service',
    summary: 'A page for people who trade',
    description:
      'This service serves the page; only pictures of markets come from their exchange. A key entered there is sent to this service only.',
    scope: 'none',
    request: {},
    reply: { status: 200, schema: string(), contentType: 'text/html' },
    uses: { table: 'none', streams: 'address' },
    page: 'client/console',
    memoryMb: 256,
    ifBroken: 'The console cannot be opened; the interface and all orders still work. Look at the log of get-console.',
  },
  bareFrame,
  async () =>
    pageReply(
      await readFile(new URL('page/index.html', import.meta.url), 'utf8'),
      allowedWith(process.env['STREAM_URL'] ?? ''),
    ),
)
