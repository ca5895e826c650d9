/** The consumer of orders in the time of a story: so many runs at once, each in a container with rate budgets of its own. */

import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { handler } from '#functions/queues/execute-order.ts'
import type { Consumer } from '#lambda/consumer.ts'
import { accountOpener } from '#use-cases/accounts/open-account.ts'
import { ORDER_LOG } from '#use-cases/orders/log-messages.ts'
import { CircuitBreaker } from '#use-cases/orders/send/circuit-breaker.ts'
import { recentReducers } from '#use-cases/orders/send/recent-reducers.ts'
import { type ConsumersInTime, consumersInTime } from './consumers-in-time.ts'
import { killable, lifeline } from './faults/killable.ts'
import type { World } from './world.ts'

export interface SendersOptions {
  /** Runs at the same time; default 1. */
  readonly atOnce?: number
  /** The run with this number dies at this step. */
  readonly dies?: { readonly run: number; readonly at: number }
  /** How long the exchange takes to answer the send of an order. */
  readonly answersAfterMs?: number
  /** EXCHANGE_A does not report the limits of the account: its lowest tier applies. */
  readonly limitsUnreported?: boolean
}

export interface Senders {
  readonly running: ConsumersInTime
  /** Orders in the order in which their sends were answered. */
  readonly sent: readonly string[]
  /** When their sends left. */
  readonly sentAt: ReadonlyMap<string, number>
  readonly runs: () => number
  readonly containers: () => number
}

export const sendersInTime = (world: World, options: SendersOptions = {}): Senders => {
  const { atOnce = 1, dies, answersAfterMs = 0, limitsUnreported = false } = options
  const { clock, ids, ports } = world
  const sent: string[] = []
  const sentAt = new Map<string, number>()
  let runs = 0

  const container = () => {
    const registry = exchangeRegistry(ACCOUNTS, {
      clock,
      log: world.jsonLog,
      urls: { ...world.at('EXCHANGE_A').urls, ...world.at('EXCHANGE_B').urls },
      storedMarket: (svcId) => ports.markets.get(svcId),
      sleep: (ms) => running.sleep(ms),
      elapsed: clock,
      httpOf: () => async (request) =>
        limitsUnreported && request.url.pathname.endsWith('/account/limits')
          ? { kind: 'no_answer', reason: 'not told in this story' }
          : world.http(request),
    })
    const exchange = (name: ExchangeName) => {
      const real = registry.exchange(name)
      const submit: typeof real.submit = async (...given) => {
        sentAt.set(given[1].orderId, clock())
        const outcome = await real.submit(...given)
        if (answersAfterMs > 0) await running.sleep(answersAfterMs)
        return outcome
      }
      return { ...real, submit }
    }
    const openAccount = accountOpener({ ...ports, after: () => () => undefined })
    return {
      exchange,
      openAccount,
      circuitBreaker: new CircuitBreaker({ refusals: ports.exchangeRefusals, clock, log: world.jsonLog }),
      recentReducers: recentReducers(),
    }
  }
  const idle: Array<ReturnType<typeof container>> = []
  let containers = 0

  const log = {
    ...world.jsonLog,
    info: (message: string, fields: object = {}) => {
      if (message !== ORDER_LOG.sent || !('orderId' in fields)) return
      sent.push(String(fields.orderId))
    },
  }
  const handle = async (...call: Parameters<ReturnType<Consumer<never>['on']>>) => {
    runs += 1
    const life = lifeline(dies?.run === runs ? dies.at : Number.POSITIVE_INFINITY)
    if (idle.length === 0) containers += 1
    const inside = idle.pop() ?? container()
    const deps = {
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, killable(port, life)])),
      exchanges: (name: ExchangeName) => killable(inside.exchange(name), life),
      openAccount: inside.openAccount,
      circuitBreaker: inside.circuitBreaker,
      recentReducers: inside.recentReducers,
      slippage: 20_000,
      pause: running.sleep,
      control: running.control,
      clock,
      ids,
      log,
    }
    const reply = await (handler as Consumer<never>).on(() => deps as never)(...call)
    // A process that was killed says nothing any more.
    if (life.over) return new Promise<never>(() => undefined)
    idle.push(inside)
    return reply
  }
  const running = consumersInTime(world.time, world.queues, [{ spec: handler.spec, atOnce, handle }])
  return { running, sent, sentAt, runs: () => runs, containers: () => containers }
}
