/** GET /v1/docs, and with `page=errors` the codes of refusals, to which `doc_url` leads. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { enumeration } from '#contract/validation/fields/enumeration.ts'
import { object } from '#contract/validation/fields/object.ts'
import { optional } from '#contract/validation/fields/optional.ts'
import { string } from '#contract/validation/fields/string.ts'
import { pageReply } from '#lambda/answers/page-reply.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { REFERENCE_PAGE_REFUSALS, referencePageRefusal } from '#lambda/limits/open-to-strangers.ts'
import { bareFrame } from '../../bare-frame.ts'
import { strangersAreHalted } from '../../runtime.ts'
import { SCALAR_VERSION } from './reference/scalar-version.ts'

/** Our own parts of the page, each embedded as a script. */
const SCRIPTS = ['reference/name-controls.js', 'reference/try-it-out.js']

const hashOf = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/** Scalar writes style elements and attributes. Everything else is loaded from this address, and nothing is sent elsewhere. */
const allowedWith = (scripts: readonly string[]): readonly string[] => [
  `script-src 'self' ${scripts.map(hashOf).join(' ')}`,
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
  // The key is forgotten with the tab.
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  metaData: { title: 'Prediction-market trading service' },
  // Scalar's greys and colours are too faint for small text (WCAG AA: 4.5 to 1).
  customCss: `.light-mode {
    --scalar-color-2: #595959; --scalar-color-3: #5f5f5f; --scalar-color-blue: #0062a3; --scalar-color-green: #006b3a; --scalar-color-orange: #954500;
    --scalar-color-red: #b3261e; --scalar-color-purple: #6527a0; --scalar-color-yellow: #7a5a00;
  }
  .dark-mode { --scalar-color-3: #a6a6a6; }`,
}

const pageWith = (scripts: readonly string[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Prediction-market trading service</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs JavaScript. The same is in <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
    <div id="reference" data-settings='${JSON.stringify(SETTINGS)}'>The reference appears here once it is loaded.</div>
    ${scripts.map((script) => `<script type="module">${script}</script>`).join('\n    ')}
    <script src="/v1/docs/reference.js?v=${SCALAR_VERSION}"></script>
  </body>
</html>
`

interface Page {
  readonly text: string
  readonly allowed: readonly string[]
}

const readPage = async (): Promise<Page> => {
  const scripts = await Promise.all(SCRIPTS.map((path) => readFile(new URL(path, import.meta.url), 'utf8')))
  return { text: pageWith(scripts), allowed: allowedWith(scripts) }
}

const ERRORS = 'reference/errors.html'

/** The page is static, and its style element is the only one that may apply. */
const readErrors = async (): Promise<Page> => {
  const text = await readFile(new URL(ERRORS, import.meta.url), 'utf8')
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
  return { text, allowed: [`style-src ${hashOf(style)}`, 'img-src data:'] }
}

/** The files do not change while a container runs. */
let page: Page | null = null
let errors: Page | null = null

export const handler = endpoint(
  {
    name: 'get-docs',
    method: 'GET',
    path: '/v1/docs',
    tag: 'Service',
    summary: 'This interface as a page to read and to try',
    description: 'This service serves everything on the page. A key entered there is sent to this service only.',
    scope: 'none',
    request: { query: object({ page: optional(enumeration(['errors'])) }) },
    reply: { status: 200, schema: string(), contentType: 'text/html' },
    uses: { table: 'none', costStop: 'read' },
    refusals: REFERENCE_PAGE_REFUSALS,
    files: [...SCRIPTS, ERRORS],
    memoryMb: 256,
    ifBroken: 'The reference page cannot be read; trading continues. Look at the log of get-docs.',
  },
  () => ({ ...bareFrame(), refusal: strangersAreHalted() }),
  async ({ refusal }, { query }) => {
    if (query.page === 'errors') {
      // Refusals lead there, so the page remains if the reference is switched off.
      const halted = await refusal()
      if (halted !== null) return halted
      errors ??= await readErrors()
      return pageReply(errors.text, errors.allowed)
    }
    const refused = await referencePageRefusal(process.env, refusal)
    if (refused !== null) return refused
    page ??= await readPage()
    return pageReply(page.text, page.allowed)
  },
)
