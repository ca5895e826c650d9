/** The whole service on one machine with the real exchanges. */

import { openTable } from '#adapters/store/engine/table.ts'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { LOCAL_CREDENTIALS } from '../stack/aws/dynamodb.ts'
import { LOCAL_AWS } from '../stack/aws/local-aws.ts'
import type { StackOptions } from '../stack/service-options.ts'
import { type RunningStack, startStack } from '../stack/start-stack.ts'
import { isReal } from './is-real.ts'
import { liveExchanges } from './live-exchanges.ts'
import { awaitReach, checkReach } from './reach.ts'
import { Reconciliation } from './reconcile/reconciliation.ts'
import { unwatchedStops } from './reconcile/unwatched-stops.ts'
import { sleepWatch } from './sleep-watch.ts'

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
  const stack = await startStack(options, { accounts, start: async () => liveExchanges(accounts, hosts) }, guard)
  const stopping = new AbortController()
  awaitReach(checked, unreached, () => stack.runSchedule('sync-markets'), stopping.signal)
  const endWatch = sleepWatch(checked.now, (from, ms) => reportSleep(options, stack, { from, ms }))
  return {
    ...stack,
    unreached,
    stop: () => {
      stopping.abort()
      endWatch()
      return stack.stop()
    },
  }
}

/** Reports what a machine missed that slept. The polls and the price watch continue on their own. */
const reportSleep = (
  { hosts, progress }: LiveOptions,
  stack: RunningStack,
  { from, ms }: { readonly from: Millis; readonly ms: number },
): void => {
  progress(`this machine slept for ${Math.round(ms / 60_000)} min: no stop fired and no order was followed meanwhile`)
  const table = openTable({ ...stack.table, region: LOCAL_AWS.AWS_REGION, credentials: LOCAL_CREDENTIALS })
  unwatchedStops({ table, hosts, unreached: new Set(), now: () => Date.now(), since: from }).then(
    (lines) => {
      for (const line of lines) progress(line)
    },
    (error: unknown) => progress(`stops could not be compared with the trades meanwhile: ${String(error)}`),
  )
}
