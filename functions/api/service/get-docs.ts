/** GET /v1/docs */

import { string } from '#contract/validation/string.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { pageReply } from '#lambda/page-reply.ts'
import { bareFrame } from '../../bare-frame.ts'
import { SCALAR_VERSION } from './reference/scalar-version.ts'

/** Scalar writes style elements and attributes; everything else comes from this address, and nothing goes to another. */
const ALLOWED = [
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
]

const SETTINGS = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  // The key stays in the page and is gone with it.
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'Prediction-market trading service' },
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Prediction-market trading service</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs JavaScript. The same is in <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
    <script id="api-reference" data-url="/v1/openapi.json" data-configuration='${JSON.stringify(SETTINGS)}'></script>
    <script src="/v1/docs/reference.js?v=${SCALAR_VERSION}"></script>
  </body>
</html>
`

export const handler = endpoint(
  {
    name: 'get-docs',
    method: 'GET',
    path: '/v1/docs',
    tag: 'Service',
    summary: 'This interface as a page to read and to try',
    description: 'This service serves everything on the page. A key entered there is sent to this service only.',
    scope: 'none',
    request: {},
    reply: { status: 200, schema: string(), contentType: 'text/html' },
    uses: { table: 'none' },
    memoryMb: 256,
    ifBroken: 'The reference page cannot be read; trading goes on. Look at the log of get-docs.',
  },
  bareFrame,
  async () => pageReply(PAGE, ALLOWED),
)
