/** `--markets` and `--accounts` choose the kind of accounts, and refuse pairs that make no sense. */

import { describe, expect, it } from 'vitest'
import { chosenAccounts } from '#local/live/chosen-accounts.ts'

describe('the kind of accounts', () => {
  it.each([
    [{}, 'simulated'],
    [{ markets: 'simulated' }, 'simulated'],
    [{ markets: 'simulated', accounts: 'simulated' }, 'simulated'],
    [{ accounts: 'simulated' }, 'simulated'],
    [{ markets: 'live' }, 'paper'],
    [{ markets: 'live', accounts: 'paper' }, 'paper'],
    [{ markets: 'live', accounts: 'demo' }, 'demo'],
    [{ markets: 'live', accounts: 'production' }, 'production'],
  ])('of %j is %s', (given, kind) => {
    expect(chosenAccounts(given)).toBe(kind)
  })

  it.each([
    [
      { accounts: 'production' },
      'Simulated markets have no production accounts. Name the live ones: npm start -- --markets live --accounts production',
    ],
    [
      { markets: 'simulated', accounts: 'paper' },
      'Simulated markets have no paper accounts. Name the live ones: npm start -- --markets live',
    ],
    [{ markets: 'live', accounts: 'simulated' }, 'Live markets have no simulated accounts.'],
    [{ markets: 'lvie' }, '--markets takes simulated or live, not "lvie". Did you mean --markets live?'],
    [{ markets: 'live', accounts: 'prodution' }, 'not "prodution". Did you mean --accounts production?'],
    [{ markets: 'real' }, '--markets takes simulated or live, not "real".'],
    [{ markets: 'live', accounts: '' }, '--accounts takes simulated or paper or demo or production, not "".'],
  ])('is refused for %j in words', (given, words) => {
    expect(() => chosenAccounts(given)).toThrow(words)
  })
})
