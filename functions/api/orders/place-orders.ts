/** POST /v1/orders/batch */

import type { InferInput } from 'valibot'
import { type BatchedOrder, orderBatchBody, orderBatchRecord, readBatched } from '#contract/orders/order-batch.ts'
import { sentAt } from '#contract/validation/sent-request.ts'
import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'
import { batchOrderId } from '#domain/orders/batch-order-id.ts'
import { answerOfInvalid, answerOfProblem, type HttpAnswer } from '#lambda/answers/answer.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { withTimeout } from '#use-cases/kernel/with-timeout.ts'
import { type Accepted, findPlaced, type PlacingDeps, placeBody, placingDeps } from './place-body.ts'

type Placed = InferInput<typeof orderBatchRecord>
type Result = Placed['results'][number]

/** True if no order of the batch was refused for a temporary reason. */
const isFinal = ({ results }: Placed): boolean =>
  results.every((result) => !('error' in result) || result.error.status === 422)

export const handler = creatingEndpoint(
  {
    name: 'place-orders',
    method: 'POST',
    path: '/v1/orders/batch',
    tag: 'Orders',
    summary: 'Place up to 20 orders',
    description:
      'Orders are placed independently: `results` has for each, in the same order, its ids or the refusal of POST /v1/orders. Quotas and risk limits count the orders before it. One `Idempotency-Key` covers the batch: a repeat places no order twice, and tries orders again that were refused with any status but 422.',
    scope: 'trade',
    request: { body: orderBatchBody },
    reply: { status: 202, schema: orderBatchRecord, write: (placed: Placed) => placed, isFinal },
    uses: {
      table: 'write',
      catalogue: 'read',
      sends: ['execute-order', 'execute-basket', 'deliver-webhook'],
      exchanges: 'public',
    },
    memoryMb: 1024,
    timeoutS: 29,
    ifBroken:
      'Users cannot place several orders at once. Look at the log of place-orders and at the health of the table.',
  },
  placingDeps,
  async (deps, { body, caller, newId, signal }) => ({
    results: await placeAll(deps, body.orders, { userId: caller.userId, batchId: newId, resumed: false, signal }),
  }),
  async (deps, { body, caller, newId, signal }) => {
    const found = await Promise.all(body.orders.map((_, index) => deps.orders.find(batchOrderId(newId, index))))
    if (found.every((order) => order === null)) return null
    // The earlier run died in the middle: the answer contains its orders, and the rest is placed now.
    const batch = { userId: caller.userId, batchId: newId, resumed: true, signal }
    return { results: await placeAll(deps, body.orders, batch) }
  },
)

interface Batch {
  readonly userId: string
  readonly batchId: string
  /** True if an earlier run of the same request may have placed some orders. */
  readonly resumed: boolean
  readonly signal: AbortSignal
}

/**
 * Places one order after another, so that limits count the orders before. An order that waits for a price of its exchange delays the next one only
 * for a moment: its limits are checked after its wait.
 */
const placeAll = async (deps: PlacingDeps, orders: readonly unknown[], batch: Batch): Promise<Result[]> => {
  const results: Promise<Result>[] = []
  for (const [index, value] of orders.entries()) {
    const order = readBatched(value, deps.clock())
    const placed = placeOne(deps, order, batchOrderId(batch.batchId, index), batch)
    results.push(placed)
    await withTimeout(placed, HELD_UP_MS)
  }
  return Promise.all(results)
}

const HELD_UP_MS = 300

const placeOne = async (
  deps: PlacingDeps,
  { sent, body, faults }: BatchedOrder,
  orderId: string,
  { userId, resumed, signal }: Batch,
): Promise<Result> => {
  const earlier =
    resumed && body !== null
      ? await findPlaced(deps, body.conditional_orders_params?.length ?? 0, userId, orderId)
      : null
  if (earlier !== null) return earlier
  if (body === null || faults.length > 0) return toError(answerOfInvalid(faults))
  const placed: Accepted | Problem = signal.aborted ? OUT_OF_TIME : await placeBody(deps, body, userId, orderId)
  return isProblem(placed) ? toError(answerOfProblem(placed, (loc) => sentAt(sent, loc))) : placed
}

/** Answer that the order alone would have got. */
const toError = ({ statusCode = 500, body = '{}' }: HttpAnswer): Result => ({
  error: { status: statusCode, ...JSON.parse(body) },
})

const OUT_OF_TIME = problem(
  503,
  'out_of_time',
  'The orders before it took too long. This one was not placed: send it again.',
)
