/** A deployment first shows its name, its region, and the money that it trades with. */

import { expect, it } from 'vitest'
import { announcement } from '#infra/settings/announce.ts'
import { contextNode } from '#infra/settings/context-node.ts'
import { readSettings } from '#infra/settings/read-settings.ts'

const words = (context: Record<string, unknown>, region?: string): string =>
  announcement(readSettings(contextNode(context), region))

it('says that the default is play money on real markets', () => {
  expect(words({}, 'eu-west-1')).toBe(`Deployment   without a name (setting stage)
Region       eu-west-1
Accounts     paper, play money
EXCHANGE_A   real markets, nothing is sent: https://external-api.kalshi.com/trade-api/v2
EXCHANGE_B   real markets, nothing is sent: https://clob.polymarket.com
Alarms       shown in CloudWatch only (setting alarmEmail)
Budget       none (setting monthlyBudget)`)
})

it('says that demo accounts trade play money on one exchange', () => {
  expect(words({ accounts: 'demo' }, 'eu-west-1')).toBe(`Deployment   without a name (setting stage)
Region       eu-west-1
Accounts     demo, play money
EXCHANGE_A   demo, play money: https://external-api.demo.kalshi.co/trade-api/v2
EXCHANGE_B   not traded
Alarms       shown in CloudWatch only (setting alarmEmail)
Budget       none (setting monthlyBudget)`)
})

it('the announcement shows real money in capitals, the stage, the alarm address, and adopted resources', () => {
  expect(
    words({
      accounts: 'production',
      stage: 'live',
      alarmEmail: 'me@example.com',
      monthlyBudget: 20,
      adoptTable: 'trading-restored',
    }),
  ).toBe(`Deployment   live
Region       the one of your AWS profile
Accounts     PRODUCTION, REAL MONEY
EXCHANGE_A   PRODUCTION, REAL MONEY: https://external-api.kalshi.com/trade-api/v2
EXCHANGE_B   PRODUCTION, REAL MONEY: https://clob.polymarket.com
Alarms       mailed to me@example.com
Budget       20 dollars a month, mailed
Adopts       table trading-restored`)
})

it('says when an address is neither of them', () => {
  expect(words({ exchangeAUrl: 'https://proxy.example.com' })).toContain(
    'EXCHANGE_A   at an address of your own: https://proxy.example.com',
  )
})

it('says that a budget without an address for its mail is none', () => {
  expect(words({ monthlyBudget: '20' })).toContain(
    'Budget       none: it needs an address for its mail (setting alarmEmail)',
  )
})

it('warns before real money is traded without an address for alarms', () => {
  expect(words({ accounts: 'production' })).toMatch(/\n\nWARNING: real money, and nobody is mailed .*\nSet alarmEmail/)
  expect(words({ accounts: 'production', alarmEmail: 'me@example.com' })).not.toContain('WARNING')
  expect(words({ accounts: 'demo' })).not.toContain('WARNING')
})
