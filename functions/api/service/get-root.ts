/** GET / */

import { string } from '#contract/validation/fields/string.ts'
import { pageReply } from '#lambda/answers/page-reply.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { bareFrame } from '../../bare-frame.ts'

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="refresh" content="0; url=/v1/console">
    <title>Trading console</title>
  </head>
  <body><a href="/v1/console">Trading console</a></body>
</html>
`

export const handler = endpoint(
  {
    name: 'get-root',
    method: 'GET',
    path: '/',
    tag: 'Service',
    summary: 'A page that leads to the console',
    scope: 'none',
    request: {},
    reply: { status: 200, schema: string(), contentType: 'text/html' },
    uses: { table: 'none' },
    memoryMb: 256,
    ifBroken: 'The bare address does not lead to the console. Open /v1/console, and look at the log of get-root.',
  },
  bareFrame,
  async () => pageReply(PAGE),
)
