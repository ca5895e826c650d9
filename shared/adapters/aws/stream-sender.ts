/** Sends to streams through API Gateway, which holds their connections. */

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

/** Time after which a connection that accepts nothing is given up. */
const PATIENCE_MS = 5_000

/** Waits between attempts, each randomly shortened to at least half. */
const WAITS_MS = [50, 100, 200, 400, 800]

/** `endpoint` is the endpoint of the stage. Region and credentials come from the environment, unless `config` has others. */
export const gatewaySender = (
  endpoint: string,
  config: Pick<ApiGatewayManagementApiClientConfig, 'region' | 'credentials'> = {},
): StreamSender => {
  // Attempts are counted here: the SDK's own attempts do not know slow readers.
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
      // A client that reads too slowly does not get the message, and is closed anyway.
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

/** Repeats an attempt while the gateway refuses for now, or does not answer. */
const patiently = async (
  attempt: (patience: AbortSignal) => Promise<unknown>,
  patience = AbortSignal.timeout(PATIENCE_MS),
): Promise<void> => {
  for (const wait of [...WAITS_MS, null]) {
    try {
      await attempt(patience)
      return
    } catch (error) {
      // The SDK also calls a broken connection a timeout, so only our own signal shows that the time is over.
      if (wait === null || patience.aborted || !mayPass(error)) throw error
      await pauseAbout(wait)
    }
  }
}

/** 429 means that the gateway has too many requests, or that the buffer of the connection is full. */
const mayPass = (error: unknown): boolean => {
  const status = statusOf(error)
  return status === null || status === 429 || status >= 500
}

/** An id that never existed is answered with 400 or 403. */
const isGone = (error: unknown): boolean =>
  error instanceof GoneException || error instanceof ForbiddenException || nameOf(error) === 'BadRequestException'

/** Null if there was no answer. */
const statusOf = (error: unknown): number | null =>
  error instanceof ApiGatewayManagementApiServiceException ? (error.$metadata.httpStatusCode ?? null) : null

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')
