import { type Problem, problem, retryAfter } from '#domain/kernel/problem.ts'
import { IndexUnavailable } from '#ports/markets/market-index.ts'

/** Returns the answer of the index; 503 without an index. */
export const catalogueOrProblem = async <Value>(ask: () => Promise<Value>): Promise<Value | Problem> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof IndexUnavailable)) throw error
    return problem(
      503,
      'catalogue_unavailable',
      'The market catalogue cannot be searched yet: the first sync of a new service stores it within five minutes. Try again in a moment.',
      retryAfter(5),
    )
  }
}
