/** Runs one simulator until SIGINT or SIGTERM, and prints its addresses and the credentials of its account as JSON. */

import { parseArgs } from 'node:util'

export interface SimulatorOptions {
  readonly port: number
  readonly controlPort: number
  /** A SQLite file; absent: nothing outlives the process. */
  readonly dataFile?: string
  readonly bot: boolean
  readonly seed: number
  readonly clock: () => number
}

interface Simulator {
  tick(): Promise<void>
  close(): Promise<void>
}

interface Command<Running extends Simulator> {
  readonly name: string
  readonly port: number
  readonly start: (options: SimulatorOptions) => Promise<Running>
  /** Registers an account with `cash` dollars; the result is printed. */
  readonly welcome: (simulator: Running, account: { readonly cash: number; readonly seed: number }) => object
}

const TICK_MS = 1_000
const DEFAULT_DOLLARS = 10_000

export const runSimulator = async <Running extends Simulator>(command: Command<Running>): Promise<void> => {
  const flags = readFlags(command)
  if (flags.help) return console.log(usageOf(command))
  const seed = numberIn('seed', flags.seed, 7)
  const cash = numberIn('cash', flags.cash, DEFAULT_DOLLARS)
  const simulator = await command
    .start({
      port: numberIn('port', flags.port, command.port),
      controlPort: numberIn('control-port', flags['control-port'], command.port + 1),
      ...(flags.data === undefined ? {} : { dataFile: flags.data }),
      bot: !flags['no-bot'],
      seed,
      clock: Date.now,
    })
    .catch(refuseBusyPort)
  console.log(JSON.stringify(command.welcome(simulator, { cash, seed }), null, 2))
  const ticking = setInterval(() => simulator.tick().catch(console.error), TICK_MS)
  const stop = (): void => {
    clearInterval(ticking)
    simulator.close().catch(console.error)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

const readFlags = (command: Pick<Command<Simulator>, 'name' | 'port'>) => {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        'control-port': { type: 'string' },
        data: { type: 'string' },
        cash: { type: 'string' },
        seed: { type: 'string' },
        'no-bot': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usageOf(command)}`)
  }
}

const numberIn = (flag: string, text: string | undefined, otherwise: number): number => {
  const number = text === undefined ? otherwise : Number(text)
  return Number.isSafeInteger(number) && number >= 0 ? number : fail(`--${flag} needs a whole number, not ${text}`)
}

const refuseBusyPort = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return fail(
      `Port ${error.port} is in use. Stop the program that uses it, or choose others with --port and --control-port.`,
    )
  throw error
}

const fail = (message: string): never => {
  console.error(message)
  process.exit(2)
}

const usageOf = ({ name, port }: Pick<Command<Simulator>, 'name' | 'port'>): string => `${name} [options]

  --port <number>          port of the exchange; 0 picks a free one (default ${port})
  --control-port <number>  port of the control API (default ${port + 1})
  --data <file>            SQLite file that keeps orders and money between runs (default: nothing is kept)
  --cash <dollars>         money of the account (default ${DEFAULT_DOLLARS})
  --seed <number>          seed of identifiers, prices and faults (default 7)
  --no-bot                 leaves the books empty
  --help                   prints this`
