/** Label of a market within another row. */

import type { MarketLabel } from '#domain/markets/market-label.ts'
import { orNull, text } from '../engine/codecs.ts'
import { seriesOf } from '../engine/rows.ts'

/** Absent in rows of earlier versions. */
export const LABEL = orNull(seriesOf<MarketLabel>({ title: text, ticker: orNull(text) }))
