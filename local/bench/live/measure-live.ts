/** Streams of clients: how soon they are told, what many of them take, and whether one that is cut again and again loses anything. */

import { type MeasuredService, pickMarkets } from '../service/run-service.ts'
import { liveText } from './live-text.ts'
import { measureCrowd } from './measure-crowd.ts'
import { measureOrdersTold } from './measure-orders-told.ts'
import { measureTold } from './measure-told.ts'
import { playCutStream } from './play-cut-stream.ts'

const CUT_EVERY = 20_000

/** `isQuick`: fewer events and streams. `isWhole` is false when the stream that was cut has lost or disordered a change. */
export const measureLive = async (
  service: MeasuredService,
  minutes: number,
  isQuick: boolean,
  progress: (text: string) => void,
): Promise<{ readonly text: string; readonly isWhole: boolean }> => {
  progress('live: fills and quotes on both exchanges')
  const told = await measureTold(service, isQuick ? 8 : 100, progress)
  const orders = await measureOrdersTold(service, isQuick ? 8 : 100, progress)
  const [streams, channelsEach] = isQuick ? [40, 10] : [200, 10]
  progress(`live: ${streams} streams with ${channelsEach} channels each`)
  const crowd = await measureCrowd(service, streams, channelsEach)
  progress(`live: a stream is cut every ${CUT_EVERY / 1_000} s for ${minutes} min`)
  const [market] = await pickMarkets(service, 1)
  const cut = await playCutStream(
    { ...service, svcId: market?.svcId ?? 0 },
    { forMs: minutes * 60_000, cutEveryMs: CUT_EVERY, progress },
  )
  return {
    text: liveText({ told, orders, crowd, minutes, cut }),
    isWhole: cut.missing === 0 && cut.misplaced === 0,
  }
}
