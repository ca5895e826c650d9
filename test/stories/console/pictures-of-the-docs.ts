/** Makes the pictures of the README and the animation of the console guide, if `DOCS_PICTURES` names a folder for them. */

import { statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { docsPictures } from '../../support/browser/docs-pictures.ts'
import type { Stage } from '../../support/browser/stage.ts'

const FOLDER = process.env['DOCS_PICTURES'] ?? ''

/** The most that a reader of the guide should load. */
const MOST_BYTES = 1_500_000

export const picturesOfTheDocs = (stage: Stage): void => {
  it.skipIf(FOLDER === '')('show the page of a market, and a trade that takes 20 s', { timeout: 300_000 }, async () => {
    await docsPictures(stage.service, stage.browser, FOLDER)
    expect(statSync(`${FOLDER}/console-trade.webp`).size).toBeLessThan(MOST_BYTES)
  })
}
