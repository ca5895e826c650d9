/** Tells streams through API Gateway, which holds their connections. */

import {
  ApiGatewayManagementApiClient,
  type ApiGatewayManagementApiClientConfig,
  ApiGatewayManagementApiServiceException,
  DeleteConnectionCommand,
  ForbiddenException,
  GetConnectionCommand,
  GoneException,
  LimitExceededException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { StreamSender } from '#ports/streams/stream-sender.ts'
import { pauseAbout } from './pause-about.ts'

/** A connection that takes nothing for so long is given up. */
const PATIENCE_MS = 5_000

/** Between two attempts, each by chance between half and all of it. */
const WAITS_MS = [50, 100, 200, 400, 800]

/** `endpoint` is that of the stage. Region and credentials are those of the environment, unless `config` has others. */
export const gatewaySender = (
  endpoint: string,
  config: Pick<ApiGatewayManagementApiClientConfig, 'region' | 'credentials'> = {},
): StreamSender => {
  // Attempts are counted here: those of the SDK know nothing of a reader who is slow.
  const client = new ApiGatewayManagementApiClient({ ...config, endpoint, maxAttempts: 1 })
  const post = async (streamId: string, text: string, abortSignal: AbortSignal): Promise<void> => {
    await client.send(new PostToConnectionCommand({ ConnectionId: streamId, Data: Buffer.from(text) }), { abortSignal })
  }

  return {
    send: async (streamId, text) => {
      const patience = AbortSignal.timeout(PATIENCE_MS)
      try {
        await patiently((abortSignal) => post(streamId, text, abortSignal), patience)
        return 'sent'
      } catch (error) {
        if (isGone(error)) return 'gone'
        if (error instanceof PayloadTooLargeException) return 'too_large'
        if (error instanceof LimitExceededException || patience.aborted) return 'slow'
        throw error
      }
    },

    isOpen: async (streamId) => {
      try {
        await patiently((abortSignal) =>
          client.send(new GetConnectionCommand({ ConnectionId: streamId }), { abortSignal }),
        )
        return true
      } catch (error) {
        if (isGone(error)) return false
        throw error
      }
    },

    close: async (streamId, farewell) => {
      // A client that reads too slowly does not get it, and is closed all the same.
      await post(streamId, farewell, AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined)
      try {
        await patiently((abortSignal) =>
          client.send(new DeleteConnectionCommand({ ConnectionId: streamId }), { abortSignal }),
        )
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },
  }
}

/** Again while the gateway takes no more for now, or does not answer. */
const patiently = async (
  attempt: (patience: AbortSignal) => Promise<unknown>,
  patience = AbortSignal.timeout(PATIENCE_MS),
): Promise<void> => {
  for (const wait of [...WAITS_MS, null]) {
    try {
      await attempt(patience)
      return
    } catch (error) {
      // The SDK names a broken connection a timeout too, so only our own signal says that patience is over.
      if (wait === null || patience.aborted || !mayPass(error)) throw error
      await pauseAbout(wait)
    }
  }
}

/** 429 says that the gateway has too many requests, or that the buffer of the connection is full. */
const mayPass = (error: unknown): boolean => {
  const status = statusOf(error)
  return status === null || status === 429 || status >= 500
}

/** An id that never was one is answered with 400 or 403. */
const isGone = (error: unknown): boolean =>
  error instanceof GoneException || error instanceof ForbiddenException || nameOf(error) === 'BadRequestException'

/** Null where no answer came. */
const statusOf = (error: unknown): number | null =>
  error instanceof ApiGatewayManagementApiServiceException ? (error.$metadata.httpStatusCode ?? null) : null

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')
