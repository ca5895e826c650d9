/** A simulated exchange to rehearse at, whose answers and sockets a test can spoil. */

import type { TestContext } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Check } from '#local/rehearse/checks/check.ts'
import { type Rehearsal, runRehearsal } from '#local/rehearse/run-rehearsal.ts'
import { type HttpCall, type HttpReply, type Serve, startJsonServer } from '#simulators/engine/http/json-server.ts'
import { kalshiStoryExchange } from '../../support/simulators/kalshi.ts'
import { polymarketStoryExchange } from '../../support/simulators/polymarket.ts'
import type { StoryExchange } from '../../support/simulators/story-exchange.ts'

const START = { EXCHANGE_A: kalshiStoryExchange, EXCHANGE_B: polymarketStoryExchange }

/** Changes an answer of the exchange. `nth` counts the calls of this method and path from 1. */
export type Spoil = (
  call: HttpCall,
  answer: () => Promise<HttpReply | 'drop'>,
  reported: { readonly nth: number; readonly seen: (method: string, path: RegExp) => number; readonly desk: Desk },
) => Promise<HttpReply | 'drop'>

export interface Desk {
  readonly simulated: StoryExchange
  control(path: string, body: object): Promise<void>
  /** From now on. */
  spoil(how: Spoil): void
  /** Refuses the handshake of a socket that is chosen by its number, from 1, and its path. */
  refuseSocket(which: (nth: number, path: string) => boolean): void
  /** Rehearses at this exchange; `more` overrides its settings. */
  rehearse(
    more?: Partial<Rehearsal>,
  ): Promise<{ readonly checks: readonly Check[]; readonly verdicts: ReadonlyMap<string, boolean | null> }>
  /** The orders of the account, as the exchange has them. */
  orders(): Promise<readonly { readonly status: string }[]>
}

/** How far reads of the account's own data lag. */
const STALE_MS = 200

/** An exchange of its own for a test, so that tests run side by side: they mostly wait. */
export const openDesk = async (exchange: ExchangeName, { onTestFinished }: TestContext): Promise<Desk> => {
  let spoil: Spoil = (_, answer) => answer()
  let refuses: (nth: number, path: string) => boolean = () => false
  const calls: string[] = []
  let sockets = 0
  const serve: Serve = (port, answer, accept) =>
    startJsonServer(
      port,
      (call) => {
        calls.push(`${call.method} ${call.path}`)
        const seen = (method: string, path: RegExp) =>
          calls.filter((one) => one.startsWith(`${method} `) && path.test(one.slice(method.length + 1))).length
        const nth = calls.filter((one) => one === `${call.method} ${call.path}`).length
        return spoil(call, () => answer(call), { nth, seen, desk })
      },
      accept === undefined
        ? undefined
        : (call) => {
            sockets += 1
            return refuses(sockets, call.path) ? { status: 401 } : accept(call)
          },
    )
  const simulated = await START[exchange]({
    clock: Date.now,
    bot: false,
    cache: true,
    staleReadsMs: STALE_MS,
    settleAfterMs: 500,
    serve,
  })
  onTestFinished(() => simulated.close())
  const control = async (path: string, body: object): Promise<void> => {
    const url = `${simulated.controlUrl}/control/${path}`
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const desk: Desk = {
    simulated,
    control,
    spoil: (how) => {
      spoil = how
    },
    refuseSocket: (which) => {
      refuses = which
    },
    rehearse: async (more = {}) => {
      const credentials = Object.fromEntries(
        Object.entries(simulated.credentials).map(([name, value]) => [name, String(value)]),
      )
      const checks = await runRehearsal({
        exchange,
        credentials,
        market: simulated.market,
        place: false,
        clock: Date.now,
        watchListsMs: 0,
        readsLagMs: 3_000,
        messagesWithinMs: 3_000,
        ...more,
        urls: { ...simulated.urls[exchange], ...more.urls },
      })
      return { checks, verdicts: new Map(checks.map(({ check, ok }) => [check, ok])) }
    },
    orders: async () => {
      const answer = await fetch(`${simulated.controlUrl}/control/ledger`)
      const { accounts } = (await answer.json()) as { accounts: { id: string; orders: { status: string }[] }[] }
      return accounts.find(({ id }) => id === 'story')?.orders ?? []
    },
  }
  await control('book', { market: simulated.market, bids: [[0.4, 100]], asks: [[0.45, 100]] })
  // Until then reads do not know the account.
  await new Promise((done) => setTimeout(done, 2 * STALE_MS))
  return desk
}
