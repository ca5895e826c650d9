/** The effect that a request would have, shown without carrying it out. */

import { type ToolArguments, toEndpointRequest } from '#contract/agents/endpoint-request.ts'
import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'
import { createComplexOrderBody, createComplexOrderRule } from '#contract/contingent/complex-order-body.ts'
import { amendOrderBody, amendOrderRule } from '#contract/orders/amend-order-body.ts'
import { closePositionsBody } from '#contract/portfolio/close-positions-body.ts'
import { flattenBody } from '#contract/risk/flatten-record.ts'
import { brokenRules, parseFields } from '#contract/validation/parse-request.ts'
import type { BodyPart, RequestShape } from '#contract/validation/request-shape.ts'
import { readSent } from '#contract/validation/sent-request.ts'
import type { PreparedRequest } from '#domain/agents/prepared-request.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import type { EndpointAnswer } from '#ports/agents/own-endpoints.ts'
import type { AgentCall } from './agent-call.ts'

/** Asks the preview of an order if the tool places one. Else checks the body, and reads what the request would act on. */
export const effectOf = async (
  call: AgentCall,
  tool: Pick<EndpointTool, 'name'>,
  request: PreparedRequest,
  given: ToolArguments,
): Promise<EndpointAnswer> => {
  const ask = asker(call)
  if (tool.name === 'place_order') return withRequest(await ask('POST', '/v1/orders/preview', {}, request.body), given)
  const invalid = faultsOf(tool.name, request.body, call.deps.clock())
  if (invalid.length > 0) return { status: 422, body: { code: 'invalid_request', detail: invalid } }
  const reads = READS[tool.name]
  if (reads === undefined) throw new Error(`the tool ${tool.name} has no preview`)
  const found = await Promise.all(
    Object.entries(reads(given)).map(
      async ([name, [path, query]]) => [name, await ask('GET', path, query, null)] as const,
    ),
  )
  const refused = found.find(([, { status }]) => status >= 400)
  if (refused !== undefined) return refused[1]
  return withRequest({ status: 200, body: Object.fromEntries(found.map(([name, one]) => [name, one.body])) }, given)
}

/** Shows the request beside its effect, so that a person can compare both before confirming. */
const withRequest = ({ status, body }: EndpointAnswer, given: ToolArguments): EndpointAnswer =>
  status < 400 ? { status, body: { request: given, ...Object(body) } } : { status, body }

type Read = readonly [path: string, query: ToolArguments]

/** Reads that show what each tool would act on, by the name of the result. */
const READS: Readonly<Record<string, (given: ToolArguments) => Readonly<Record<string, Read>>>> = {
  amend_order: ({ order_id: id }) => ({ order_now: [`/v1/orders/{order_id}`, { order_id: id }] }),
  close_positions: ({ subaccount_id, svc_id }) => ({ positions_now: ['/v1/positions', { subaccount_id, svc_id }] }),
  flatten_subaccount: ({ subaccount_id }) => ({
    limits_now: ['/v1/subaccounts/{subaccount_id}/limits', { subaccount_id }],
    positions_now: ['/v1/positions', { subaccount_id }],
  }),
  place_complex_order: ({ subaccount_id, svc_id, conditional_order_params: conditional }) => ({
    ...parentOf(Object(conditional)['parent_svc_order_id']),
    positions_now: ['/v1/positions', { subaccount_id, svc_id }],
    ...(svc_id === undefined || svc_id === null ? {} : { quotes_now: ['/v1/quotes', { svc_ids: svc_id }] }),
  }),
}

/** The order that an exit is attached to. */
const parentOf = (parentId: unknown): Readonly<Record<string, Read>> =>
  parentId === undefined || parentId === null ? {} : { parent_now: ['/v1/orders/{order_id}', { order_id: parentId }] }

const asker =
  ({ deps, keyHeaders, signal }: AgentCall) =>
  async (method: string, path: string, given: ToolArguments, body: string | null): Promise<EndpointAnswer> => {
    if (body !== null) return deps.ownEndpoints.call({ method, path, body }, keyHeaders, signal)
    const request = toEndpointRequest({ method, path, inputSchema: { type: 'object' } }, given)
    if (isProblem(request)) return { status: request.status, body: request }
    return deps.ownEndpoints.call(request, keyHeaders, signal)
  }

/** Faults of a body by the schema and the rules of its endpoint. */
const faultsOf = (tool: string, body: string | null, receivedAt: number): readonly unknown[] => {
  if (tool === 'amend_order') return checked({ body: amendOrderBody, rules: [amendOrderRule] }, body, receivedAt)
  if (tool === 'close_positions') return checked({ body: closePositionsBody }, body, receivedAt)
  if (tool === 'flatten_subaccount') return checked({ body: flattenBody }, body, receivedAt)
  return checked({ body: createComplexOrderBody, rules: [createComplexOrderRule] }, body, receivedAt)
}

const checked = <Body extends BodyPart>(
  shape: RequestShape<undefined, undefined, undefined, Body>,
  body: string | null,
  receivedAt: number,
): readonly unknown[] => {
  const sent = readSent({ headers: { 'content-type': 'application/json' }, body, receivedAt })
  const reading = parseFields(sent, shape)
  return reading.ok ? brokenRules(sent, shape, reading.value.body) : reading.detail
}
