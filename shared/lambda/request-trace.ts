/**
 * The id of the request that work began with. Each log line has it, and each queue message takes it on to the next function, so
 * that one search finds all that followed from a request.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueueName } from '#ports/work/queues.ts'

const requests = new AsyncLocalStorage<string>()

/** Runs `act` as work of the request. Null: work that no request began, such as that of a schedule. */
export const inRequest = <Result>(requestId: string | null, act: () => Result): Result =>
  requestId === null ? act() : requests.run(requestId, act)

/** The request that is worked for now; null outside of `inRequest`. */
export const requestIdNow = (): string | null => requests.getStore() ?? null

/** Messages of these queues begin work for everybody, or keep a poll going for weeks: no single request is its cause. */
const FOR_EVERYBODY: readonly QueueName[] = ['sync-account', 'sweep-soon', 'watch-shard']

/** What a message to the queue takes along; null: nothing. */
export const requestIdFor = (queue: QueueName): string | null => (FOR_EVERYBODY.includes(queue) ? null : requestIdNow())
