/** Every route of Gamma; a refusal is thrown and becomes the answer here. */

import { doorReply } from '../../engine/http/front-door.ts'
import type { PublicHandler } from '../http/public-call.ts'
import { GammaRefusal } from './query.ts'
import { readGammaEvents } from './read-events.ts'
import { readGammaMarkets } from './read-markets.ts'

export const answerGamma: PublicHandler = (call) => {
  if (isTooLong(call.query)) return doorReply('html_403')
  try {
    return readGammaMarkets(call) ?? readGammaEvents(call)
  } catch (problem) {
    if (problem instanceof GammaRefusal) return problem.reply
    throw problem
  }
}

/** With some fifty names of 66 characters the front door refuses the address (Polymarket reference, section 7). */
const isTooLong = (query: URLSearchParams): boolean =>
  [...query.values()].filter((name) => name.length >= 64).length > MOST_LONG_NAMES

const MOST_LONG_NAMES = 45
