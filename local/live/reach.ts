/** Checks the exchanges at the start, and asks an exchange that does not answer until it does. */

import { setTimeout as wait } from 'node:timers/promises'
import type { AccountKind } from '#domain/accounts/account-kind.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { CannotStart } from '../cannot-start.ts'
import { clockFault } from './clock-fault.ts'
import { isReal } from './is-real.ts'
import { probeExchange } from './probe-exchange.ts'

interface Checked {
  readonly accounts: AccountKind
  readonly hosts: TradedExchanges
  readonly now: () => number
  readonly say: (text: string) => void
}

/** Returns the exchanges that do not answer. Throws `CannotStart` if a wrong clock meets accounts whose requests are signed. */
export const checkReach = async ({ accounts, hosts, now, say }: Checked): Promise<readonly ExchangeName[]> => {
  for (const name of EXCHANGE_NAMES)
    if (hosts[name] === undefined) say(`${name} has no ${accounts} environment: it is not served`)
  const probes = await Promise.all(
    addressesIn(hosts).map(async ([name, address]) => ({ name, address, probe: await probeExchange(address, now) })),
  )
  for (const { name, probe } of probes) {
    const fault = probe.isReached ? clockFault(name, probe.aheadMs) : null
    if (fault !== null && isReal(accounts)) throw new CannotStart(fault)
    if (fault !== null) say(fault)
  }
  return probes.flatMap(({ name, address, probe }) => {
    if (probe.isReached) return []
    say(`${name} does not answer at ${address} (${probe.trouble}). The service keeps trying`)
    return [name]
  })
}

/** Calls `onReached` once for each of these exchanges that answers before `signal` aborts. */
export const awaitReach = (
  { hosts, now, say }: Checked,
  unreached: readonly ExchangeName[],
  onReached: (name: ExchangeName) => void,
  signal: AbortSignal,
): void => {
  for (const [name, address] of addressesIn(hosts).filter(([each]) => unreached.includes(each)))
    untilReached(address, now, signal).then(
      (aheadMs) => {
        say(`${name} answers now`)
        const fault = clockFault(name, aheadMs)
        if (fault !== null) say(fault)
        onReached(name)
      },
      // The service is stopping.
      () => undefined,
    )
}

const ASK_EVERY_MS = 15_000

/** Throws when `signal` aborts. */
const untilReached = async (address: string, now: () => number, signal: AbortSignal): Promise<number | null> => {
  for (;;) {
    await wait(ASK_EVERY_MS, undefined, { signal, ref: false })
    const probe = await probeExchange(address, now)
    if (probe.isReached) return probe.aheadMs
  }
}

/** The first host of each exchange answers for it. */
const addressesIn = (hosts: TradedExchanges): ReadonlyArray<readonly [ExchangeName, string]> =>
  EXCHANGE_NAMES.flatMap((name) => {
    const [address] = Object.values(hosts[name] ?? {})
    return address === undefined ? [] : [[name, address] as const]
  })
