/** GET /v1/docs */

import { createHash } from 'node:crypto'
import { string } from '#contract/validation/string.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { pageReply } from '#lambda/page-reply.ts'
import { bareFrame } from '../../bare-frame.ts'
import { SCALAR_VERSION } from './reference/scalar-version.ts'

/** Scalar leaves some buttons and fields without a name for those who do not see them. It draws late, and again. */
const NAMES = `
const name = () => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
  for (const field of document.querySelectorAll('[role=combobox][contenteditable]')) {
    // No list belongs to it.
    field.setAttribute('role', 'textbox')
    if (!field.hasAttribute('aria-label')) field.setAttribute('aria-label', field.dataset.placeholder || 'Value')
  }
}
let isDue = false
new MutationObserver(() => {
  if (isDue) return
  isDue = true
  setTimeout(() => { isDue = false; name() }, 100)
}).observe(document.documentElement, { childList: true, subtree: true })
`

/** Scalar writes style elements and attributes; everything else comes from this address, and nothing goes to another. */
const ALLOWED = [
  `script-src 'self' 'sha256-${createHash('sha256').update(NAMES).digest('base64')}'`,
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
  // Its own greys and colours are too faint to read as small text (WCAG AA: 4.5 to 1).
  customCss: `.light-mode {
    --scalar-color-2: #595959; --scalar-color-3: #5f5f5f; --scalar-color-blue: #0062a3; --scalar-color-green: #006b3a; --scalar-color-orange: #954500;
    --scalar-color-red: #b3261e; --scalar-color-purple: #6527a0; --scalar-color-yellow: #7a5a00;
  }
  .dark-mode { --scalar-color-3: #a6a6a6; }`,
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
    <script>${NAMES}</script>
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
