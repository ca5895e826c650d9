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
Alarms       shown in CloudWatch only (setting alarmEmail)`)
})

it('says that demo accounts trade play money on one exchange', () => {
  expect(words({ accounts: 'demo' }, 'eu-west-1')).toBe(`Deployment   without a name (setting stage)
Region       eu-west-1
Accounts     demo, play money
EXCHANGE_A   demo, play money: https://external-api.demo.kalshi.co/trade-api/v2
EXCHANGE_B   not traded
Alarms       shown in CloudWatch only (setting alarmEmail)`)
})

it('the announcement shows real money in capitals, the stage, the alarm address, and adopted resources', () => {
  expect(
    words({ accounts: 'production', stage: 'live', alarmEmail: 'me@example.com', adoptTable: 'trading-restored' }),
  ).toBe(`Deployment   live
Region       the one of your AWS profile
Accounts     PRODUCTION, REAL MONEY
EXCHANGE_A   PRODUCTION, REAL MONEY: https://external-api.kalshi.com/trade-api/v2
EXCHANGE_B   PRODUCTION, REAL MONEY: https://clob.polymarket.com
Alarms       mailed to me@example.com
Adopts       table trading-restored`)
})

it('says when an address is neither of them', () => {
  expect(words({ exchangeAUrl: 'https://proxy.example.com' })).toContain(
    'EXCHANGE_A   at an address of your own: https://proxy.example.com',
  )
})
