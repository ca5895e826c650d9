/** Stored data that cannot be read, in words that say what a person can do about it. */

import { CannotStart } from './cannot-start.ts'

export const damagedData = (what: string, why: string): CannotStart =>
  new CannotStart(
    `${what} is damaged: ${why}. Put back a copy of the folder, start without its data (npm start -- --fresh), or name ` +
      'another folder: LOCAL_DIR=.local-2 npm start',
  )
