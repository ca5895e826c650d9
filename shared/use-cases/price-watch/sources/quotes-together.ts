/**
 * Combines questions for prices at the same moment. A question that arrives during a call waits for the next call. However many stops are armed
 * together, each exchange receives one call after another, and no answer is older than its question.
 */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PollPricesDeps } from './poll-prices.ts'

/** Returns quotes of these instruments, and perhaps of others; none if the exchange is not set up. */
export type QuotesTogether = (exchange: ExchangeName, nativeIds: readonly string[]) => Promise<readonly ExchangeQuote[]>

/** Instruments of one call, as in the price watch. A single stop may have more. */
const MOST_TOGETHER = 500

const PATIENCE = 2 * SECOND

interface Question extends PromiseWithResolvers<readonly ExchangeQuote[]> {
  readonly nativeIds: readonly string[]
}

/** Asks those exchanges. An exchange receives its next call when it has answered. */
export const quotesTogether = (exchanges: PollPricesDeps['exchanges']): QuotesTogether => {
  const waiting = new Map<ExchangeName, Question[]>()

  const askInTurn = async (exchange: ExchangeName, questions: Question[]): Promise<void> => {
    while (questions.length > 0) {
      const { some, nativeIds } = takeFrom(questions)
      const settle = await ask(exchanges, exchange, nativeIds)
      for (const question of some) settle(question)
    }
    waiting.delete(exchange)
  }

  return (exchange, nativeIds) => {
    const question = { nativeIds, ...Promise.withResolvers<readonly ExchangeQuote[]>() }
    const questions = waiting.get(exchange)
    if (questions !== undefined) questions.push(question)
    else {
      const first = [question]
      waiting.set(exchange, first)
      void askInTurn(exchange, first)
    }
    return question.promise
  }
}

interface Together {
  readonly some: readonly Question[]
  readonly nativeIds: readonly string[]
}

/** Returns a function that settles a question. The caller runs it at once, so no later question shares this answer. */
const ask = async (
  exchanges: PollPricesDeps['exchanges'],
  exchange: ExchangeName,
  nativeIds: readonly string[],
): Promise<(question: Question) => void> => {
  try {
    const quotes = (await exchanges(exchange)?.quotes(nativeIds, AbortSignal.timeout(PATIENCE))) ?? []
    return ({ resolve }) => resolve(quotes)
  } catch (error) {
    return ({ reject }) => reject(error)
  }
}

/** Takes the first questions that fit in one call, with all their instruments. */
const takeFrom = (questions: Question[]): Together => {
  const some: Question[] = []
  const together = new Set<string>()
  for (let next = questions[0]; next !== undefined; next = questions[0]) {
    const { nativeIds } = next
    if (some.length > 0 && new Set([...together, ...nativeIds]).size > MOST_TOGETHER) break
    for (const nativeId of nativeIds) together.add(nativeId)
    some.push(next)
    questions.shift()
  }
  return { some, nativeIds: [...together] }
}
