/** The whole service on one machine with the real exchanges. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { StackOptions } from '../stack/service-options.ts'
import { type RunningStack, startStack } from '../stack/start-stack.ts'
import { isReal } from './is-real.ts'
import { liveExchanges } from './live-exchanges.ts'
import { awaitReach, checkReach } from './reach.ts'
import { Reconciliation } from './reconcile/reconciliation.ts'

export interface LiveOptions extends StackOptions {
  readonly accounts: AccountKind
  readonly hosts: TradedExchanges
  readonly progress: (text: string) => void
}

export interface LiveService extends RunningStack {
  /** Exchanges that did not answer at the start. */
  readonly unreached: readonly ExchangeName[]
}

export const startLive = async (options: LiveOptions): Promise<LiveService> => {
  const { accounts, hosts, progress } = options
  const checked = { accounts, hosts, now: () => Date.now(), say: progress }
  const unreached = await checkReach(checked)
  const guard = isReal(accounts) ? new Reconciliation({ ...checked, unreached: new Set(unreached) }) : null
  const stack = await startStack(options, { accounts, start: async () => liveExchanges(hosts) }, guard)
  const stopping = new AbortController()
  awaitReach(checked, unreached, () => stack.runSchedule('sync-markets'), stopping.signal)
  return {
    ...stack,
    unreached,
    stop: () => {
      stopping.abort()
      return stack.stop()
    },
  }
}
