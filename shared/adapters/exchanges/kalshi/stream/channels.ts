/** Both channels of a price connection, and their commands that the exchange has not answered yet. */

import { SECOND } from '#domain/kernel/time.ts'
import { FOR_GOOD, TOO_FAST, TOO_MANY_MARKETS } from './frames.ts'
import { type Command, Subscription, wireCommand } from './subscription.ts'

const RETRY_SOON_AFTER = SECOND
const RETRY_LATER_AFTER = 5 * SECOND

export class Channels {
  readonly books = new Subscription('orderbook_delta')
  readonly trades = new Subscription('trade')
  readonly #all: readonly Subscription[] = [this.books, this.trades]
  readonly #sendText: (message: object) => boolean
  readonly #unanswered = new Map<number, Command>()
  #nextId = 1

  /** `send` returns false if nothing was sent. */
  constructor(send: (message: object) => boolean) {
    this.#sendText = send
  }

  /** Sends the commands that make both channels show these markets. */
  show(tickers: ReadonlySet<string>): void {
    for (const channel of this.#all) for (const command of channel.commandsFor(tickers)) this.#send(command)
  }

  requestBooks(tickers: readonly string[]): void {
    for (const command of this.books.snapshotsOf(tickers)) this.#send(command)
  }

  /** Forgets the subscriptions of a lost connection. */
  restart(): void {
    for (const channel of this.#all) channel.restart()
  }

  forgetCommands(): void {
    this.#unanswered.clear()
  }

  ofNumber(sid: number | null | undefined): Subscription | undefined {
    return this.#all.find((channel) => channel.sid !== null && channel.sid === sid)
  }

  ofName(name: string): Subscription | undefined {
    return this.#all.find((channel) => channel.name === name)
  }

  /** Removes the command with this id from the unanswered ones, and returns it. */
  answered(id: number | null | undefined): Command | undefined {
    const command = this.#unanswered.get(id ?? 0)
    this.#unanswered.delete(id ?? 0)
    return command
  }

  /** Restarts the channel of an ended subscription, or both if the exchange names none. Returns the restarted channels. */
  end(sid: number | null | undefined): readonly Subscription[] {
    const ended = this.#all.filter((channel) => sid == null || channel.sid === sid)
    for (const channel of ended) channel.restart()
    return ended
  }

  /** Notes the refusal of a command. Returns the ms after which `show` has to be called again; null if no call is needed. */
  refuse({ action, channel, tickers }: Command, code: number): number | null {
    if (action === 'subscribe') channel.openAgain()
    if (code === TOO_MANY_MARKETS) {
      channel.halve(tickers)
      return 0
    }
    if (action === 'delete_markets' || action === 'get_snapshot') return null
    if (FOR_GOOD.has(code)) {
      channel.deny(tickers)
      return null
    }
    channel.release(tickers)
    return code === TOO_FAST ? RETRY_SOON_AFTER : RETRY_LATER_AFTER
  }

  #send(command: Command): void {
    const id = this.#nextId
    this.#nextId += 1
    if (this.#sendText(wireCommand(id, command))) this.#unanswered.set(id, command)
  }
}
