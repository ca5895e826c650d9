/** Visits to the console in a real browser. Complaints of the browser and requests to other hosts are kept. */

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { RunningService } from '#local/stack/start-service.ts'
import { chromiumPath } from './chromium-path.ts'

export interface Visit {
  readonly page: Page
  /** Messages of the console, errors, broken rules of the policy, and requests to other addresses. */
  readonly complaints: readonly string[]
  /** Goes to a page by the text after `#/`, and waits for its heading. */
  go(path: string): Promise<void>
  /** From now on these messages are no complaints, because a story brings them about; undefined: all are. */
  expect(messages: RegExp | undefined): void
  end(): Promise<void>
}

interface Options {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  /** Default: the key of the first user. An empty one does not sign in. */
  readonly apiKey?: string
  /** Messages that a story brings about on purpose. */
  readonly expected?: RegExp
  /** Lets the story advance the time of the tab, by `page.clock`, for delayed actions of the console. */
  readonly hasClock?: boolean
  /** Prepares the browser before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<void>
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', `--disable-features=${UNUSED.join()}`],
  })

/** Features of Chromium that are turned off. A Chromium that does not know a name ignores it. */
const UNUSED = [
  // Two pages behind the address bar of each window, which nobody sees: a third of what a short visit takes of a processor.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // A process for a page that may be opened next.
  'SpareRendererForSitePerProcess',
  // This list takes the place of Playwright's own, so what matters of that one here is named again.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How long a function may take to start on a busy machine. */
export const PATIENCE_MS = 45_000

/** Opens the console in a tab of its own, signed in. */
export const visitConsole = async (
  browser: Browser,
  service: RunningService,
  options: Options = {},
): Promise<Visit> => {
  const { width = 1440, scheme = 'light', apiKey = service.apiKey, hasClock = false } = options
  let expected = options.expected
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
  context.setDefaultTimeout(PATIENCE_MS)
  if (hasClock) await context.clock.install()
  await options.prepare?.(context)
  const page = await context.newPage()
  const complaints: string[] = []
  const complain = (text: string): void => {
    if (expected?.test(text) !== true) complaints.push(text)
  }
  page.on('console', (message) => complain(`${message.type()}: ${message.text()} ${message.location().url}`.trim()))
  page.on('pageerror', (error) => complain(error.stack ?? error.message))
  page.on('dialog', (dialog) => complain(`dialog: ${dialog.message()}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(service.baseUrl) && !url.startsWith('data:')) complain(`request to ${url}`)
  })
  await page.addInitScript(REPORT_VIOLATIONS)
  // Stored as by the page after a sign-in.
  if (apiKey !== '') await page.addInitScript(`sessionStorage.setItem('api-key', '${apiKey}')`)
  await page.goto(`${service.baseUrl}/v1/console`)
  if (apiKey !== '') await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  return {
    page,
    complaints,
    go: async (path) => {
      await page.goto(`${service.baseUrl}/v1/console#/${path}`)
      await page.locator('main h1').first().waitFor()
    },
    expect: (messages) => {
      expected = messages
    },
    end: async () => {
      // Calls that a story changes on their way may still be on it.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}

const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy ' + violatedDirective + ' ' + blockedURI))`
