/** Tells streams through API Gateway, which holds their connections. */

import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  ForbiddenException,
  GetConnectionCommand,
  GoneException,
  LimitExceededException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { StreamSender } from '#ports/streams/stream-sender.ts'

/** A connection that takes nothing for so long is given up. */
const PATIENCE_MS = 5_000

/** `endpoint` is that of the stage. */
export const gatewaySender = (
  endpoint: string,
  client = new ApiGatewayManagementApiClient({ endpoint, maxAttempts: 2 }),
): StreamSender => ({
  send: async (streamId, text) => {
    try {
      const command = new PostToConnectionCommand({ ConnectionId: streamId, Data: Buffer.from(text) })
      await client.send(command, { abortSignal: AbortSignal.timeout(PATIENCE_MS) })
      return 'sent'
    } catch (error) {
      if (isGone(error)) return 'gone'
      if (isSlow(error)) return 'slow'
      throw error
    }
  },

  isOpen: async (streamId) => {
    try {
      await client.send(new GetConnectionCommand({ ConnectionId: streamId }))
      return true
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
  },

  close: async (streamId) => {
    try {
      await client.send(new DeleteConnectionCommand({ ConnectionId: streamId }))
    } catch (error) {
      if (!isGone(error)) throw error
    }
  },
})

/** An id that never was one is answered with 400 or 403. */
const isGone = (error: unknown): boolean =>
  error instanceof GoneException || error instanceof ForbiddenException || nameOf(error) === 'BadRequestException'

const isSlow = (error: unknown): boolean =>
  error instanceof LimitExceededException ||
  error instanceof PayloadTooLargeException ||
  ['TimeoutError', 'AbortError'].includes(nameOf(error))

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')
