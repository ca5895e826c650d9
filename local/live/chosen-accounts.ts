/** Reads `--markets` and `--accounts`: the kind of accounts follows from both. */

import { ACCOUNT_KINDS, type AccountKind } from '#domain/accounts/account-kind.ts'
import { CannotStart } from '../cannot-start.ts'
import { closestWord } from '../closest-word.ts'
import { startOf } from './start-of.ts'

const MARKETS = ['simulated', 'live'] as const

interface Given {
  readonly markets?: string | undefined
  readonly accounts?: string | undefined
}

/** Throws `CannotStart` for an unknown word, and for accounts that the markets do not have. */
export const chosenAccounts = (given: Given): AccountKind => {
  const markets = known('--markets', MARKETS, given.markets) ?? 'simulated'
  const accounts = known('--accounts', ACCOUNT_KINDS, given.accounts)
  if (markets === 'live') {
    if (accounts === 'simulated')
      throw new CannotStart(
        `Live markets have no simulated accounts. For play money on live prices: ${startOf('paper')}`,
      )
    return accounts ?? 'paper'
  }
  if (accounts !== null && accounts !== 'simulated')
    throw new CannotStart(`Simulated markets have no ${accounts} accounts. Name the live ones: ${startOf(accounts)}`)
  return 'simulated'
}

const known = <Word extends string>(flag: string, words: readonly Word[], given: string | undefined): Word | null => {
  if (given === undefined) return null
  const word = words.find((each) => each === given)
  if (word !== undefined) return word
  const closest = closestWord(given, words)
  const guess = closest === null ? '' : ` Did you mean ${flag} ${closest}?`
  throw new CannotStart(`${flag} takes ${words.join(' or ')}, not "${given}".${guess}`)
}
