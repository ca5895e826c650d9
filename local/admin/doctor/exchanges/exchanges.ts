/** Checks whether the exchanges answer and take orders, and whether this machine's clock agrees with theirs. */

import { exchangeRefusalStore } from '#adapters/store/accounts/exchange-refusals.ts'
import { SECOND, toIso } from '#domain/kernel/time.ts'
import { type Examination, ill, type Observation, well } from '../finding.ts'

/** A `Date` has whole seconds, and the answer takes a while. */
const CLOCK_OFF = 5 * SECOND

export const exchanges: Examination = {
  what: 'exchanges',
  ifBlind: 'Check that the table can be read.',
  look: async ({ place, table }) => {
    const refusals = await exchangeRefusalStore(table).all()
    const hosts = Object.entries(place.exchanges).flatMap(([name, addresses]) =>
      Object.entries(addresses)
        .filter(([, address]) => /^https?:/.test(address))
        .map(([host, address]) => ({ name: `${name} (${host})`, address })),
    )
    const reached = await Promise.all(hosts.map(reach))
    return [
      ...reached.flatMap((one) => ('off' in one ? [] : [one])),
      ...wrongClock(reached.flatMap((one) => ('off' in one ? [one] : []))),
      ...refusals.map(({ exchange, calls, since, reason }) =>
        ill(
          `${exchange} has refused all ${calls} since ${toIso(since)}: ${reason.replace(/\.$/, '')}.`,
          'Orders wait and one call at a time tries again. docs/operations.md, "When an exchange refuses".',
        ),
      ),
    ]
  },
}

/** All hosts that disagree with this machine's clock, in one line: mostly this machine is wrong. */
const wrongClock = (hosts: ReadonlyArray<{ readonly name: string; readonly off: number }>): readonly Observation[] => {
  const [first, ...others] = hosts
  if (first === undefined) return []
  const more = others.length === 0 ? '' : ` (and of ${others.length} more hosts)`
  return [
    ill(
      `The clock of this machine and that of ${first.name}${more} differ by ${Math.round(first.off / SECOND)} s.`,
      'Signatures are refused when the clock of the service is wrong. Set this one by NTP, and look again.',
    ),
  ]
}

/** Any answer will do, also that there is nothing at that address: it shows the way there, and the time. */
const reach = async ({ name, address }: { readonly name: string; readonly address: string }) => {
  const begun = Date.now()
  try {
    const answer = await fetch(address, { headers: AGENT, redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    await answer.body?.cancel()
    const there = Date.parse(answer.headers.get('date') ?? '')
    if (answer.status >= 500) return ill(`${name} answers ${answer.status}.`, AWAY)
    const off = Number.isNaN(there) ? 0 : Math.max(begun - (there + SECOND), there - Date.now())
    return off > CLOCK_OFF ? { name, off } : well(`${name} answers`)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return ill(`${name} at ${address} does not answer from this machine: ${cause}.`, AWAY)
  }
}

const AGENT = { 'user-agent': 'prediction-market-trading/1.0' }

const AWAY = 'If it is unavailable, do nothing: orders wait. Else check the address in the settings.'
