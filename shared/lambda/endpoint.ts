/** Frame of an endpoint. Authenticates, parses, keeps the idempotency keys of a POST, and passes a clean call to the endpoint. */

import middy from '@middy/core'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import type { GenericSchema, InferInput } from 'valibot'
import type { Output } from '#contract/validation/request-shape.ts'
import { sentAt } from '#contract/validation/sent-request.ts'
import type { Loc } from '#contract/validation/validation-item.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { answerOf, answerOfProblem, type HttpAnswer, Refused, type Reply } from './answers/answer.ts'
import { csvAnswer } from './answers/csv-answer.ts'
import { packedAnswer } from './answers/packed-answer.ts'
import { ServedFile } from './answers/served-file.ts'
import { type Call, type Caller, type FrameDeps, type HttpRequest, part, requestIdOf } from './call.ts'
import type { EndpointSpec, RequestSchemas } from './declaration.ts'
import { inRequest } from './log/request-trace.ts'
import { answerFromCreated } from './steps/answer-from-created.ts'
import { answerInTime } from './steps/answer-in-time.ts'
import { answerFailure, answerProblems } from './steps/answer-problems.ts'
import { authenticate } from './steps/authenticate.ts'
import { checkRules } from './steps/check-rules.ts'
import { claimKey } from './steps/claim-key.ts'
import { limitLarge } from './steps/limit-large.ts'
import { parseCall } from './steps/parse-call.ts'
import { readRequest } from './steps/read-request.ts'
import { recallAnswer } from './steps/recall-answer.ts'
import { refuseOtherAccounts } from './steps/refuse-other-accounts.ts'

/** Call of an endpoint. */
export interface EndpointCall<Schemas extends RequestSchemas> {
  readonly path: Output<Schemas['path']>
  readonly query: Output<Schemas['query']>
  readonly body: Output<Schemas['body']>
  /** Caller of the request. Throws on an endpoint with scope `none`. */
  readonly caller: Caller
  /** Caller of the request, or null if it has no valid key. */
  readonly knownCaller: Caller | null
  /** Method, path, headers and address as they were sent. The headers hold the key of the caller. */
  readonly requested: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string | undefined>>
    /** Address of the client. */
    readonly address: string
  }
  /** Id for the object that this request creates: the same one for a repeat of an idempotent request. */
  readonly newId: string
  /** Aborts shortly before the time of the Lambda is over. */
  readonly signal: AbortSignal
}

export type EndpointHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpAnswer>

/** Carries out a clean call. Returns a value, which the declaration knows how to show, or a refusal. */
type Act<Schemas extends RequestSchemas, Deps, Value> = (
  deps: FrameDeps & Deps,
  call: EndpointCall<Schemas>,
) => Promise<Value | Problem>

/**
 * Looks for the object that an earlier run of the same request created under `call.newId`, and answers as that run would have; null if there is none.
 * Runs before any rule can refuse the repeat of a request that died.
 */
type FindCreated<Schemas extends RequestSchemas, Deps, Value> = (
  deps: FrameDeps & Deps,
  call: EndpointCall<Schemas>,
) => Promise<Value | null>

/** Lambda handler with its declaration; `on` gives the same endpoint other dependencies. */
export interface Endpoint<Deps = never> extends EndpointHandler {
  readonly spec: EndpointSpec
  on(deps: () => FrameDeps & Deps): EndpointHandler
}

/** Result of `act`: the input of `write`, or else a body of the declared schema, or a file. */
type Answer<R extends EndpointSpec['reply']> = R extends { readonly write: (value: infer Value) => unknown }
  ? Value
  : BodyOf<R> | ServedFile

type BodyOf<R extends EndpointSpec['reply']> = R['schema'] extends GenericSchema ? InferInput<R['schema']> : null

type Declared<Schemas extends RequestSchemas, R extends EndpointSpec['reply']> = EndpointSpec<Schemas, Answer<R>> & {
  readonly reply: R & { readonly write?: (value: never) => BodyOf<R>; readonly isFinal?: (value: never) => boolean }
  readonly idempotent?: never
}

/**
 * Frame of an endpoint. A POST honours `Idempotency-Key`: a repeat gets the first answer, and a request that died is carried out anew by its repeat.
 */
export const endpoint = <const Schemas extends RequestSchemas, R extends EndpointSpec['reply'], Deps>(
  spec: Declared<Schemas, R>,
  deps: () => FrameDeps & Deps,
  act: Act<Schemas, Deps, Answer<R>>,
): Endpoint<Deps> => framed(spec, deps, act, null)

/**
 * Frame of an endpoint whose effect is visible under `call.newId`, or may be unfinished. The repeat of a request that died looks for the effect
 * first. It honours `Idempotency-Key`.
 */
export const creatingEndpoint = <const Schemas extends RequestSchemas, R extends EndpointSpec['reply'], Deps>(
  spec: Declared<Schemas, R>,
  deps: () => FrameDeps & Deps,
  act: Act<Schemas, Deps, Answer<R>>,
  findCreated: FindCreated<Schemas, Deps, Answer<R>>,
): Endpoint<Deps> => framed(spec, deps, act, findCreated)

const framed = <Schemas extends RequestSchemas, R extends EndpointSpec['reply'], Deps>(
  spec: Declared<Schemas, R>,
  deps: () => FrameDeps & Deps,
  act: Act<Schemas, Deps, Answer<R>>,
  findCreated: FindCreated<Schemas, Deps, Answer<R>> | null,
): Endpoint<Deps> => {
  // The idempotency keys of a caller are its own. A stranger has none.
  const isIdempotent = (spec.method === 'POST' && spec.scope !== 'none') || findCreated !== null
  const whole: EndpointSpec<Schemas, Answer<R>> = isIdempotent ? { ...spec, idempotent: true } : spec
  const on = (given: () => FrameDeps & Deps): EndpointHandler => frame(whole, given, act, findCreated)
  return Object.assign(on(deps), { spec: whole as unknown as EndpointSpec, on })
}

/** Steps in the order of a request. A caller without permission learns nothing about the rest of the request. */
const frame = <Schemas extends RequestSchemas, Deps, Value>(
  spec: EndpointSpec<Schemas, Value>,
  deps: () => FrameDeps & Deps,
  act: Act<Schemas, Deps, Value>,
  findCreated: FindCreated<Schemas, Deps, Value> | null,
): EndpointHandler => {
  const plain = spec as unknown as EndpointSpec
  const { secretFields = [] } = spec
  const handler = middy<APIGatewayProxyEventV2, HttpAnswer, Error, Context, Call>()
    .use(answerProblems(spec.ifBroken, deps))
    .use(authenticate(spec))
    .use(limitLarge(spec.name))
    .use(readRequest(spec))
  if (plain.idempotent) handler.use(recallAnswer())
  if (spec.method !== 'ANY') handler.use(parseCall(plain)).use(refuseOtherAccounts(plain))
  if (plain.idempotent) handler.use(claimKey(secretFields))
  if (findCreated !== null) {
    const find = async (request: HttpRequest): Promise<Reply | null> => {
      const found = await findCreated(deps(), callOf(request, deps()))
      return found === null ? null : replyOf(request, spec, found)
    }
    handler.use(answerFromCreated(secretFields, find))
  }
  handler.use(checkRules(plain))
  // middy passes only the event to its handler. The data of the steps is stored beside the event for as long as the event lives.
  const requests = new WeakMap<APIGatewayProxyEventV2, HttpRequest>()
  handler.before((request) => {
    requests.set(request.event, request)
  })
  const handle = handler.handler(async (event: APIGatewayProxyEventV2) => {
    const request = requests.get(event)
    if (request === undefined) throw new Error('the frame lost its request')
    return carryOut(request, spec, deps(), act)
  }) as EndpointHandler
  const inTime = answerInTime(handle, answerFailure(spec.ifBroken, deps))
  return (event, context) =>
    inRequest(requestIdOf(event, context), async () =>
      packedAnswer(csvAnswer(await inTime(event, context), event, spec.csv), event.headers, spec.tagged === true),
    )
}

const carryOut = async <Schemas extends RequestSchemas, Deps, Value>(
  request: HttpRequest,
  spec: EndpointSpec<Schemas, Value>,
  deps: FrameDeps & Deps,
  act: Act<Schemas, Deps, Value>,
): Promise<HttpAnswer> => {
  const answered = await act(deps, callOf(request, deps))
  const inputAt = (loc: Loc) => (spec.hideInput ? null : sentAt(part(request, 'sent'), loc))
  if (isProblem(answered)) throw new Refused(answerOfProblem(answered, inputAt))
  return answerOf(replyOf(request, spec, answered))
}

const replyOf = <Value>(
  request: HttpRequest,
  { reply }: Pick<EndpointSpec<RequestSchemas, Value>, 'reply'>,
  value: Value,
): Reply => {
  const { status, write, isFinal } = reply
  request.internal.isPassing = isFinal?.(value) === false
  if (value instanceof ServedFile) return { status: value.status ?? status, body: value.body, headers: value.headers }
  return { status, body: write === undefined ? value : write(value) }
}

const callOf = <Schemas extends RequestSchemas>(request: HttpRequest, { ids }: FrameDeps): EndpointCall<Schemas> => {
  // The route of all unmatched requests has no input.
  const { path, query, body } = request.internal.input ?? NO_INPUT
  let newId = request.internal.claim?.objectId
  let signal: AbortSignal | undefined
  // Most endpoints need neither an id nor a signal: both are made on first use.
  return {
    path: path as Output<Schemas['path']>,
    query: query as Output<Schemas['query']>,
    body: body as Output<Schemas['body']>,
    get caller() {
      return part(request, 'caller')
    },
    knownCaller: request.internal.caller ?? null,
    requested: {
      method: request.event.requestContext.http.method,
      path: request.event.rawPath,
      headers: request.event.headers,
      address: request.event.requestContext.http.sourceIp,
    },
    get newId() {
      newId ??= ids.uuid()
      return newId
    },
    get signal() {
      signal ??= AbortSignal.timeout(Math.max(100, request.context.getRemainingTimeInMillis() - 1_000))
      return signal
    },
  }
}

const NO_INPUT = { path: undefined, query: undefined, body: undefined }
