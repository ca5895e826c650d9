/** Keeps the watchlists up to date while a part of the page shows them. */

import { type Live, useLive } from '../live/use-live.ts'
import type { Watchlists } from './apply-change.ts'
import { readWatchlists } from './watchlists.ts'

export const useWatchlists = (): Live<Watchlists> => useLive('watchlists', readWatchlists, { everyS: 60 })
