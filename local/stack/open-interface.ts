/** Connects the gateway and the sockets with their functions, and then the queues and the schedules. */

import { STREAM_PATH } from '#contract/streams/stream-path.ts'
import type { RouteLimit } from '#lambda/limits/route-limits.ts'
import type { Gateway } from './gateway/gateway.ts'
import { gatewayLimits } from './gateway/gateway-limits.ts'
import type { oneTimeSignIn } from './gateway/one-time-sign-in.ts'
import type { DeclaredLambda, DeclaredLambdas } from './lambdas/declared-lambdas.ts'
import type { LocalLambdas } from './lambdas/local-lambdas.ts'
import { type LocalSchedules, startSchedules } from './lambdas/schedules.ts'
import { GUARDED, type OrderGuard } from './order-guard.ts'
import type { ServiceParts } from './service-parts.ts'

interface Interface {
  readonly gateway: Gateway
  readonly parts: Pick<ServiceParts, 'bundles' | 'connections' | 'queues' | 'files' | 'log'>
  readonly lambdas: LocalLambdas
  readonly signIn: ReturnType<typeof oneTimeSignIn>
  /** Limit of all routes together. */
  readonly stage: RouteLimit | undefined
  readonly guard: OrderGuard | null
}

export const openInterface = ({ gateway, parts, lambdas, signIn, stage, guard }: Interface): void => {
  const { routes, defaultRoute, wrongMethods, sockets } = parts.bundles.lambdas
  const limits = gatewayLimits(stage)
  const reached = (spec: DeclaredLambda) => ({
    invoke: lambdas.start(spec).invoke,
    ...limits(spec.name),
    ...(guard !== null && GUARDED.has(spec.name) ? { waitsFor: guard.reason } : {}),
  })
  const otherwise = { ...defaultRoute, ...reached(defaultRoute) }
  gateway.open(
    [
      ...routes.map((spec) => ({ ...spec, ...reached(spec) })),
      signIn.route,
      ...wrongMethods.map((key) => ({ ...otherwise, ...key })),
    ],
    otherwise,
    parts.files.write,
  )
  const socketAt = (route: DeclaredLambdas['sockets'][number]['route']) => {
    const spec = sockets.find((one) => one.route === route)
    if (spec === undefined) throw new Error(`no function for ${route}`)
    return reached(spec)
  }
  parts.connections.open({
    $connect: socketAt('$connect'),
    $default: socketAt('$default'),
    $disconnect: socketAt('$disconnect'),
  })
  gateway.sockets(STREAM_PATH, parts.connections.upgrade)
}

/** Returns the running schedules. */
export const startWork = (
  parts: Pick<ServiceParts, 'bundles' | 'queues' | 'log'>,
  lambdas: LocalLambdas,
): LocalSchedules => {
  const { consumers, schedules } = parts.bundles.lambdas
  const withLambda = <Spec extends DeclaredLambda>(spec: Spec) => ({ spec, lambda: lambdas.start(spec) })
  parts.queues.feed(consumers.map(withLambda))
  return startSchedules(schedules.map(withLambda), parts.log)
}
