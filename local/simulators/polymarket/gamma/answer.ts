/** Every route of Gamma; a refusal is thrown and becomes the answer here. */

import type { PublicHandler } from '../http/public-call.ts'
import { GammaRefusal } from './query.ts'
import { readGammaEvents } from './read-events.ts'
import { readGammaMarkets } from './read-markets.ts'
import { readGammaSearch } from './read-search.ts'

export const answerGamma: PublicHandler = (call) => {
  try {
    return readGammaMarkets(call) ?? readGammaEvents(call) ?? readGammaSearch(call)
  } catch (problem) {
    if (problem instanceof GammaRefusal) return problem.reply
    throw problem
  }
}
