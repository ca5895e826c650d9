/** The service as it runs on a laptop. All stories share one, because it takes a processor seconds to start, and each function its part. */

import { afterAll, beforeAll, describe } from 'vitest'
import { guides } from '../../docs/guides.ts'
import { operator } from '../../local/admin/operator.ts'
import { confined } from '../../local/confined.ts'
import { playedOn } from '../../support/run/plays.ts'
import { type OwnService, startOwnService } from '../../support/service.ts'
import { useStreams } from '../../support/use-streams.ts'
import { besideASlowOrder } from '../orders/send/beside-a-slow-order.ts'
import { accountStream } from './account-stream.ts'
import { agentStories } from './agent-stories.ts'
import { clientStories } from './client-stories.ts'
import { marketChannels } from './market-channels.ts'
import { packedAnswers } from './packed-answers.ts'

let service: OwnService
beforeAll(async () => {
  service = await startOwnService()
}, 180_000)
afterAll(() => service?.stop())

describe('for its operator', () => operator(() => service))
describe('among its neighbours', () => confined(() => service))
describe('for streams', () => {
  const streams = useStreams(() => service)
  describe('of an account', () => accountStream(streams))
  describe('of markets', () => marketChannels(streams, playedOn('EXCHANGE_A')))
})
// After the streams of markets, which follow them before anybody else does.
describe('for readers of its guides', () => guides(() => service))
describe('with a slow exchange', () => besideASlowOrder(() => service))
describe('for its client', () => clientStories(() => service))
describe('for agents', () => agentStories(() => service))
describe('over the wire', () => packedAnswers(() => service))
