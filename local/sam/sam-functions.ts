/** Every function as SAM runs it: its declaration, its bundle and its environment. */

import { resolve } from 'node:path'
import { DEFAULT_MEMORY_MB, DEFAULT_TIMEOUT_S } from '#lambda/declaration.ts'
import type { DeclaredLambda, DeclaredLambdas } from '../stack/lambdas/declared-lambdas.ts'
import type { SamFunction, SamRoute } from './sam-template.ts'

/** Endpoints with their routes, then consumers and schedules without. `folder` holds all bundles. */
export const samFunctions = (
  { routes, defaultRoute, wrongMethods, consumers, schedules }: Omit<DeclaredLambdas, 'sockets'>,
  folder: string,
  environmentOf: (spec: DeclaredLambda) => Readonly<Record<string, string>>,
): readonly SamFunction[] => {
  const ofSam = (spec: DeclaredLambda, itsRoutes: readonly SamRoute[]): SamFunction => ({
    name: spec.name,
    routes: itsRoutes.map(({ method, path }) => ({ method, path })),
    timeoutS: spec.timeoutS ?? DEFAULT_TIMEOUT_S,
    memoryMb: spec.memoryMb ?? DEFAULT_MEMORY_MB,
    folder: resolve(folder, spec.name),
    environment: Object.fromEntries(Object.entries(environmentOf(spec)).filter(([name]) => !GIVEN_BY_SAM.has(name))),
  })
  return [
    ...routes.map((route) => ofSam(route, [route])),
    ofSam(defaultRoute, [defaultRoute, ...wrongMethods]),
    ...[...consumers, ...schedules].map((spec) => ofSam(spec, [])),
  ]
}

/** Lambda reserves these names. SAM sets them from this machine's AWS profile, or to placeholders without one. */
const GIVEN_BY_SAM = new Set(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
