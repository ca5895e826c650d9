/** The frame of an endpoint: authenticates, parses, keeps idempotency keys, and hands a clean call to what the endpoint does. */

import middy from '@middy/core'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import type { Output } from '#contract/validation/request-shape.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { answerOf, answerOfProblem, type HttpAnswer, Refused, type Reply } from './answer.ts'
import { type Call, type Caller, type FrameDeps, type HttpRequest, part } from './call.ts'
import type { EndpointSpec, RequestSchemas } from './declaration.ts'
import { answerProblems } from './steps/answer-problems.ts'
import { authenticate } from './steps/authenticate.ts'
import { claimIdempotency } from './steps/claim-idempotency.ts'
import { parseCall } from './steps/parse-call.ts'

/** What an endpoint is called with. */
export interface EndpointCall<Schemas extends RequestSchemas> {
  readonly path: Output<Schemas['path']>
  readonly query: Output<Schemas['query']>
  readonly body: Output<Schemas['body']>
  /** Who calls. Throws on an endpoint with scope `none`. */
  readonly caller: Caller
  /** What was asked for, as it came in. */
  readonly requested: { readonly method: string; readonly path: string }
  /** The id for what this request creates: the same one when an idempotent request is repeated. */
  readonly newId: string
  /** Aborts shortly before the Lambda's time is over. */
  readonly signal: AbortSignal
}

export type EndpointHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpAnswer>

/** A Lambda handler that carries its declaration; `on` gives the same endpoint other dependencies. */
export interface Endpoint<Deps = never> extends EndpointHandler {
  readonly spec: EndpointSpec
  on(deps: () => FrameDeps & Deps): EndpointHandler
}

export const endpoint = <const Schemas extends RequestSchemas, Deps>(
  spec: EndpointSpec<Schemas>,
  deps: () => FrameDeps & Deps,
  act: (deps: FrameDeps & Deps, call: EndpointCall<Schemas>) => Promise<Reply | Problem>,
): Endpoint<Deps> => {
  const on = (given: () => FrameDeps & Deps): EndpointHandler => frame(spec, given, act)
  return Object.assign(on(deps), { spec: spec as unknown as EndpointSpec, on })
}

/** The steps in the order a request meets them (who may not ask learns nothing about what is asked). */
const frame = <Schemas extends RequestSchemas, Deps>(
  spec: EndpointSpec<Schemas>,
  deps: () => FrameDeps & Deps,
  act: (deps: FrameDeps & Deps, call: EndpointCall<Schemas>) => Promise<Reply | Problem>,
): EndpointHandler => {
  const handler = middy<APIGatewayProxyEventV2, HttpAnswer, Error, Context, Call>()
    .use(answerProblems(spec.ifBroken, deps))
    .use(authenticate(spec.scope))
    .use(parseCall(spec as unknown as EndpointSpec))
  if (spec.idempotent) handler.use(claimIdempotency(spec.secretFields ?? []))
  // middy gives its handler the event alone; what the steps found is kept beside it for as long as the event lives.
  const requests = new WeakMap<APIGatewayProxyEventV2, HttpRequest>()
  handler.before((request) => {
    requests.set(request.event, request)
  })
  return handler.handler(async (event: APIGatewayProxyEventV2) => {
    const request = requests.get(event)
    if (request === undefined) throw new Error('the frame lost its request')
    return carryOut(request, deps(), act)
  }) as EndpointHandler
}

const carryOut = async <Schemas extends RequestSchemas, Deps>(
  request: HttpRequest,
  deps: FrameDeps & Deps,
  act: (deps: FrameDeps & Deps, call: EndpointCall<Schemas>) => Promise<Reply | Problem>,
): Promise<HttpAnswer> => {
  const { path, query, body } = part(request, 'input')
  const reply = await act(deps, {
    path: path as Output<Schemas['path']>,
    query: query as Output<Schemas['query']>,
    body: body as Output<Schemas['body']>,
    get caller() {
      return part(request, 'caller')
    },
    requested: { method: request.event.requestContext.http.method, path: request.event.rawPath },
    newId: request.internal.claim?.objectId ?? deps.ids.uuid(),
    signal: AbortSignal.timeout(Math.max(100, request.context.getRemainingTimeInMillis() - 1_000)),
  })
  if (isProblem(reply)) throw new Refused(answerOfProblem(reply))
  return answerOf(reply)
}
