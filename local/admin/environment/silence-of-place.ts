/** Why a service as a whole does not answer; null if any part of it does. */

import { openTable } from '#adapters/store/engine/table.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { withTimeout } from '#use-cases/kernel/with-timeout.ts'
import type { Place } from './place.ts'

/** A service answers within a second. */
const PATIENCE = 5 * SECOND
const NO_ANSWER = `no answer within ${PATIENCE / SECOND} s`
const NO_ROW = { pk: 'doctor', sk: 'doctor' }

export const silenceOfPlace = async (place: Pick<Place, 'table' | 'baseUrl'>): Promise<string | null> => {
  const [table, requests] = await Promise.all([
    failureOf(openTable(place.table).get(NO_ROW)),
    failureOf(fetch(`${place.baseUrl}/v1/health`, { signal: AbortSignal.timeout(PATIENCE) })),
  ])
  return table === null || requests === null ? null : table
}

/** Resolves if the table does not answer in time. Any answer, also a refusal, keeps it pending. */
export const silenceOfTable = async ({ table }: Pick<Place, 'table'>): Promise<string> => {
  const asked = openTable(table)
    .get(NO_ROW)
    .then(
      () => true,
      () => true,
    )
  if ((await withTimeout(asked, PATIENCE)) === null) return NO_ANSWER
  return new Promise<never>(() => undefined)
}

/** Words of the failure; null if there is an answer of any kind. */
const failureOf = async (asked: Promise<unknown>): Promise<string | null> => {
  try {
    const answered = await withTimeout(
      asked.then(() => true),
      PATIENCE,
    )
    return answered === null ? NO_ANSWER : null
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message || cause.name : String(cause)
  }
}
