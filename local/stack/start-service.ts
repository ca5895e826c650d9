/** The whole service on one machine with simulated exchanges. */

import { simulatedExchanges } from '../simulators/simulated-exchanges.ts'
import { type LocalExchanges, startSimulators } from '../simulators/start-simulators.ts'
import type { ExchangeStart } from './service-exchanges.ts'
import type { ServiceOptions } from './service-options.ts'
import { type RunningStack, startStack } from './start-stack.ts'

export interface RunningService extends RunningStack {
  readonly exchanges: LocalExchanges
}

export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  const simulators = Promise.withResolvers<LocalExchanges>()
  const ready = Promise.withResolvers<void>()
  const start: ExchangeStart['start'] = async (fileOf, onStarted) => {
    options.progress?.('starting the simulated exchanges')
    const started = await (options.startSimulators ?? startSimulators)({
      bot: options.bot ?? true,
      cache: options.cache ?? false,
      unsignedRefusals: options.unsignedRefusals ?? 0,
      ...(options.replay === undefined ? {} : { replay: { ...options.replay, ready: ready.promise } }),
      fileOf,
      onStarted,
    })
    simulators.resolve(started)
    return simulatedExchanges(started)
  }
  const stack = await startStack(options, { accounts: 'simulated', start })
  ready.resolve()
  return { ...stack, exchanges: await simulators.promise }
}
