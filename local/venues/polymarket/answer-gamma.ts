/** Every route of Gamma; a refusal is thrown and becomes the answer here. */

import { GammaRefusal } from './gamma-query.ts'
import type { PublicHandler } from './public-call.ts'
import { readGammaEvents } from './read-gamma-events.ts'
import { readGammaMarkets } from './read-gamma-markets.ts'
import { readGammaSearch } from './read-gamma-search.ts'

export const answerGamma: PublicHandler = (call) => {
  try {
    return readGammaMarkets(call) ?? readGammaEvents(call) ?? readGammaSearch(call)
  } catch (problem) {
    if (problem instanceof GammaRefusal) return problem.reply
    throw problem
  }
}
