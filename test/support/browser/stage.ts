/** Shared parts of browser stories: one service, one browser, and one signed-in tab. */

import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { RunningService } from '#local/stack/start-service.ts'
import { startOwnService } from '../service.ts'
import { launchBrowser, type Visit, visitConsole } from './console-visit.ts'

export interface Stage {
  readonly service: RunningService
  readonly browser: Browser
  /** The shared tab: 1,440 wide, light. A complaint of the browser in an earlier story is an error here. */
  tab(): Promise<Visit>
}

/** Call it in a `describe`: the stage is ready before its first story. Only the stories trade at the simulators. */
export const useStage = (): Stage => {
  let service: RunningService | undefined
  let browser: Browser | undefined
  let visit: Visit | undefined
  beforeAll(async () => {
    ;[service, browser] = await Promise.all([startOwnService({ bot: false }), launchBrowser()])
  }, 180_000)
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.log(await shownIn(browser))
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })
  const started = <What>(what: What | undefined): What => {
    if (what === undefined) throw new Error('the stage does not stand yet')
    return what
  }
  return {
    get service() {
      return started(service)
    },
    get browser() {
      return started(browser)
    },
    tab: async () => {
      visit ??= await visitConsole(started(browser), started(service))
      expect(visit.complaints).toEqual([])
      return visit
    },
  }
}

/** Text of each open page, for the report of a failed story. */
const shownIn = async (browser: Browser | undefined): Promise<string> => {
  const pages = browser?.contexts().flatMap((context) => context.pages()) ?? []
  const texts = pages.map(async (page) => {
    const text = await page.evaluate('document.body.innerText').catch(String)
    return `${page.url()} shows:\n${text}`
  })
  return (await Promise.all(texts)).join('\n\n')
}
