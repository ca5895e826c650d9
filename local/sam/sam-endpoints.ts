/** Every endpoint as SAM runs it: its declaration, its bundle and its environment. */

import { resolve } from 'node:path'
import { DEFAULT_MEMORY_MB, DEFAULT_TIMEOUT_S } from '#lambda/declaration.ts'
import type { DeclaredLambda, DeclaredLambdas } from '../stack/lambdas/declared-lambdas.ts'
import type { SamEndpoint } from './sam-template.ts'

/** `folder` holds all bundles. */
export const samEndpoints = (
  { routes, defaultRoute }: Pick<DeclaredLambdas, 'routes' | 'defaultRoute'>,
  folder: string,
  environmentOf: (spec: DeclaredLambda) => Readonly<Record<string, string>>,
): readonly SamEndpoint[] =>
  [...routes, defaultRoute].map((spec) => ({
    name: spec.name,
    method: spec.method,
    path: spec.path,
    timeoutS: spec.timeoutS ?? DEFAULT_TIMEOUT_S,
    memoryMb: spec.memoryMb ?? DEFAULT_MEMORY_MB,
    folder: resolve(folder, spec.name),
    environment: Object.fromEntries(Object.entries(environmentOf(spec)).filter(([name]) => !GIVEN_BY_SAM.has(name))),
  }))

/** Lambda reserves these names. SAM sets them from this machine's AWS profile, or to placeholders without one. */
const GIVEN_BY_SAM = new Set(['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
