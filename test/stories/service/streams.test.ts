/** Streams, seen by clients with real sockets. All stories share one service, because it takes seconds to start. */

import { describe } from 'vitest'
import { useStreams } from '../../support/use-streams.ts'
import { accountStream } from './account-stream.ts'
import { marketChannels } from './market-channels.ts'

describe('streams', () => {
  const streams = useStreams()
  describe('of an account', () => accountStream(streams))
  describe('of markets', () => marketChannels(streams))
})
