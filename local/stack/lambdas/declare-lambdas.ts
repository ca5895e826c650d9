/** Reads the declarations of all Lambdas and answers what the stack needs of them. */

import * as v from 'valibot'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { WRONG_METHODS } from '#functions/api/wrong-methods.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { SOCKETS } from '#functions/sockets/sockets.ts'
import { DeclaredLambdas } from './declared-lambdas.ts'

/** Loads the code of every Lambda. */
export const declareLambdas = (): DeclaredLambdas => {
  const specs = (lambdas: ReadonlyArray<{ readonly handler: { readonly spec: object } }>) =>
    lambdas.map(({ handler }) => handler.spec)
  return v.parse(DeclaredLambdas, {
    routes: specs(ROUTES),
    defaultRoute: DEFAULT_ROUTE.handler.spec,
    wrongMethods: WRONG_METHODS,
    consumers: specs(CONSUMERS),
    schedules: specs(SCHEDULES),
    sockets: specs(SOCKETS),
  })
}
