/** GET /v1/health */

import { costStopRecord, toCostStopRecord } from '#contract/accounts/cost-stop-record.ts'
import { exchangeRefusalRecord, toExchangeRefusalRecord } from '#contract/accounts/exchange-refusal-record.ts'
import { lateShareRecord, toLateShareRecord } from '#contract/markets/late-share-record.ts'
import { priceFeedRecord, toPriceFeedRecord } from '#contract/markets/price-feed-record.ts'
import { VERSION } from '#contract/openapi/version.ts'
import { enumeration } from '#contract/validation/fields/enumeration.ts'
import { list } from '#contract/validation/fields/list.ts'
import { nullable } from '#contract/validation/fields/nullable.ts'
import { object } from '#contract/validation/fields/object.ts'
import { optional } from '#contract/validation/fields/optional.ts'
import { string } from '#contract/validation/fields/string.ts'
import { ACCOUNT_KINDS, MARKETS_KINDS, marketsOf } from '#domain/accounts/account-kind.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { accountKind, costStop, exchangeRefusals, frame, priceFeeds, streamUrl } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-health',
    method: 'GET',
    path: '/v1/health',
    tag: 'Service',
    summary: 'Show whether the service answers',
    description:
      '`version` is the version of the service. `accounts` is the kind of accounts that the service trades with, and `markets` is the kind of markets. With a key it also shows whether the prices for conditional orders are watched, for each exchange that ever had such an order, and in `refusals` exchanges that refuse all orders or all cancels. Orders wait there, and one call at a time tries again. `cost_stop` shows whether an alarm on requests or costs has halted something.',
    scope: 'none',
    showsMoreWithKey: true,
    request: {},
    reply: {
      status: 200,
      schema: object({
        status: enumeration(['ok']),
        version: string(),
        accounts: enumeration(ACCOUNT_KINDS),
        markets: enumeration(MARKETS_KINDS),
        stream_url: string(),
        price_watch: optional(list(priceFeedRecord)),
        late_shares: optional(list(lateShareRecord)),
        refusals: optional(list(exchangeRefusalRecord)),
        cost_stop: optional(nullable(costStopRecord)),
      }),
    },
    uses: { table: 'read', streams: 'address' },
    memoryMb: 256,
    ifBroken: 'The service does not answer at all. Look at API Gateway first.',
  },
  () => ({
    ...frame(),
    priceFeeds: priceFeeds(),
    exchangeRefusals: exchangeRefusals(),
    costStop: costStop(),
    streamUrl: streamUrl(),
    accounts: accountKind(),
  }),
  async ({ priceFeeds, exchangeRefusals, costStop, streamUrl, accounts, clock }, { knownCaller }) => {
    const answers = {
      status: 'ok' as const,
      version: VERSION,
      accounts,
      markets: marketsOf(accounts),
      stream_url: streamUrl,
    }
    // Strangers see neither markets nor price feeds, and cost no read.
    if (knownCaller === null) return answers
    const now = clock()
    const [feeds, late, refusals, stop] = await Promise.all([
      priceFeeds.all(),
      priceFeeds.late(now),
      exchangeRefusals.all(),
      costStop(),
    ])
    return {
      ...answers,
      price_watch: feeds.map((feed) => toPriceFeedRecord(feed, now)),
      late_shares: late.map(toLateShareRecord),
      refusals: refusals.map(toExchangeRefusalRecord),
      cost_stop: stop === null ? null : toCostStopRecord(stop),
    }
  },
)
