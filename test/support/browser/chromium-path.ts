/** The Chromium of this machine, for tests that look at pages. */

import { existsSync } from 'node:fs'

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** Path of Chromium: the variable CHROMIUM, or a usual place; undefined if there is none. */
export const chromiumPath = [process.env['CHROMIUM'], ...CANDIDATES].find(
  (path) => path !== undefined && existsSync(path),
)

/** Checks if pages can be opened; prints a note if not. */
export const hasChromium = (what: string): boolean => {
  if (chromiumPath === undefined)
    console.warn(`No Chromium on this machine (or in the variable CHROMIUM): ${what} is not looked at.`)
  return chromiumPath !== undefined
}
