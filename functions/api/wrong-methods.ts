/**
 * Requests for a fixed path that a path with a parameter would match: `GET /v1/orders/cancel-all` names no order. They go to the default route, whose
 * 405 has the `Allow` of the fixed path.
 */

import type { HttpMethod } from '#lambda/declaration.ts'
import { ROUTES } from './routes.ts'

interface RouteKey {
  readonly method: HttpMethod
  readonly path: string
}

const DECLARED: readonly RouteKey[] = ROUTES.flatMap(({ handler: { spec } }) =>
  spec.method === 'ANY' ? [] : [{ method: spec.method, path: spec.path }],
)

/** True if a fixed path also matches a path with parameters. */
const isTaken = (fixed: string, template: string): boolean => {
  const [wanted, given] = [template.split('/'), fixed.split('/')]
  return wanted.length === given.length && wanted.every((part, place) => part.startsWith('{') || part === given[place])
}

const isDeclared = (method: HttpMethod, path: string): boolean =>
  DECLARED.some((one) => one.method === method && one.path === path)

/** Each method and fixed path without an endpoint that an endpoint with a parameter would answer. */
export const WRONG_METHODS: readonly RouteKey[] = [...new Set(DECLARED.map(({ path }) => path))]
  .filter((path) => !path.includes('{'))
  .flatMap((path) =>
    DECLARED.filter((one) => one.path !== path && isTaken(path, one.path) && !isDeclared(one.method, path)).map(
      ({ method }) => ({ method, path }),
    ),
  )
