/** The first line of a command shows the kind of accounts, in a colour of its own. */

import { expect, it } from 'vitest'
import { announceAccounts } from '#client/cli/service/announce-accounts.ts'

const announced = async (answer: unknown, environment: Readonly<Record<string, string>> = {}) => {
  const lines: string[] = []
  const client = { GET: async () => answer } as never
  const around = { progress: (line: string) => void lines.push(line), signal: AbortSignal.timeout(1_000), environment }
  await announceAccounts(client, around)
  return lines
}

it.each([
  ['production', '\u001b[1;97;41m PRODUCTION, REAL MONEY \u001b[0m'],
  ['paper', '\u001b[1;97;45m PAPER \u001b[0m'],
  ['demo', '\u001b[1;30;43m DEMO \u001b[0m'],
  ['simulated', '\u001b[1;97;44m SIMULATED \u001b[0m'],
])('%s accounts are shown before the result', async (accounts, line) => {
  expect(await announced({ data: { accounts } })).toEqual([line])
})

it('without colours the word remains', async () => {
  expect(await announced({ data: { accounts: 'production' } }, { NO_COLOR: '1' })).toEqual(['PRODUCTION, REAL MONEY'])
})

it('a service that does not name its accounts is shown without a word', async () => {
  expect(await announced({ data: { status: 'ok' } })).toEqual([])
})
