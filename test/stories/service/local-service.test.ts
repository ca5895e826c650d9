/** The service as it runs on a laptop. All stories share one, because it takes a processor seconds to start. */

import { afterAll, beforeAll, describe } from 'vitest'
import { operator } from '../../local/admin/operator.ts'
import { confined } from '../../local/confined.ts'
import { type OwnService, startOwnService } from '../../support/service.ts'
import { useStreams } from '../../support/use-streams.ts'
import { accountStream } from './account-stream.ts'
import { clientStories } from './client-stories.ts'
import { marketChannels } from './market-channels.ts'

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
  describe('of markets', () => marketChannels(streams))
})
describe('for its client', () => clientStories(() => service))
