/** Shows in one word which accounts a service trades with, above the result of a command. */

import type { TradingClient } from '../../trading-client.ts'
import type { Terminal } from '../command.ts'

/** Word of each kind, and its colours as parameters of an ANSI escape: white on red for real money, white on violet for paper. */
const WORDS = {
  simulated: ['SIMULATED', '1;97;44'],
  paper: ['PAPER', '1;97;45'],
  demo: ['DEMO', '1;30;43'],
  production: ['PRODUCTION, REAL MONEY', '1;97;41'],
} as const

interface Around extends Pick<Terminal, 'progress'> {
  readonly signal: AbortSignal
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Prints nothing if the service does not answer: the command itself then says so. */
export const announceAccounts = async (
  client: Pick<TradingClient, 'GET'>,
  { progress, signal, environment }: Around,
): Promise<void> => {
  const health = await client.GET('/v1/health', { signal }).catch(() => null)
  const kind = health?.data?.accounts
  // A service of an earlier version does not name its accounts.
  if (kind === undefined) return
  const [word, colours] = WORDS[kind]
  progress(environment['NO_COLOR'] ? word : `\u001b[${colours}m ${word} \u001b[0m`)
}
