/** Frame of a function that API Gateway calls for a WebSocket: when a connection is made or ends, and for each message. */

import type { Context } from 'aws-lambda'
import * as v from 'valibot'
import { object } from '#contract/validation/fields/object.ts'
import { type ValidationItem, validationItem } from '#contract/validation/validation-item.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import type { Log } from '#ports/kernel/log.ts'
import { answerOfInvalid, answerOfProblem, type HttpAnswer, withReferences } from './answers/answer.ts'
import type { SocketSpec } from './declaration.ts'
import { errorText } from './log/error-text.ts'
import { inRequest } from './log/request-trace.ts'

export interface SocketDeps {
  readonly log: Log
}

/** Fields of the event of API Gateway that are read. */
export interface SocketEvent {
  readonly requestContext: {
    readonly connectionId: string
    readonly requestId: string
    readonly identity?: { readonly sourceIp?: string }
  }
  /** Body of a message. */
  readonly body?: string
  /** Parameters of the request for the connection. */
  readonly queryStringParameters?: Readonly<Record<string, string>> | null
}

export interface SocketCall {
  /** Id of the connection. */
  readonly streamId: string
  /** Text of the message; empty for a connection that opens or ends. */
  readonly text: string
  /** Address of the client; empty if the gateway names none. */
  readonly from: string
}

export type SocketHandler = (event: SocketEvent, context: Context) => Promise<Pick<HttpAnswer, 'statusCode' | 'body'>>

/** Lambda handler with its declaration; `on` gives the same function other dependencies. */
export interface Socket<Deps = never> extends SocketHandler {
  readonly spec: SocketSpec
  on(deps: () => SocketDeps & Deps): SocketHandler
}

/** Frame of a socket function. A problem from `act` refuses the connection. */
export const socket = <Deps>(
  spec: SocketSpec,
  deps: () => SocketDeps & Deps,
  act: (deps: SocketDeps & Deps, call: SocketCall) => Promise<unknown>,
): Socket<Deps> => {
  const serve = async (dependencies: SocketDeps & Deps, call: SocketCall): Promise<HttpAnswer> => {
    try {
      const outcome = await act(dependencies, call)
      return isProblem(outcome) ? answerOfProblem(outcome) : { statusCode: 200 }
    } catch (error) {
      logFailure(dependencies.log, spec, call, error)
      return { statusCode: 500 }
    }
  }
  const on =
    (given: () => SocketDeps & Deps): SocketHandler =>
    (event) => {
      const { requestId } = event.requestContext
      return inRequest(requestId, async () => {
        const undeclared = undeclaredIn(event.queryStringParameters ?? {})
        const answer = undeclared.length > 0 ? answerOfInvalid(undeclared) : await serve(given(), callOf(event))
        return withReferences(answer, requestId)
      })
    }
  return Object.assign(on(deps), { spec, on })
}

const callOf = ({ requestContext, body = '' }: SocketEvent): SocketCall => ({
  streamId: requestContext.connectionId,
  text: body,
  from: requestContext.identity?.sourceIp ?? '',
})

const logFailure = (log: Log, { route, ifBroken }: SocketSpec, { streamId }: SocketCall, error: unknown): void =>
  log.error('stream not served', { streamId, route, means: ifBroken, error: errorText(error) })

/** A request for a stream has no parameters. */
const PARAMETERS = object({})

const undeclaredIn = (parameters: Readonly<Record<string, string>>): readonly ValidationItem[] => {
  const { issues = [] } = v.safeParse(PARAMETERS, parameters)
  return issues.map((issue) => validationItem(['query'], issue))
}
