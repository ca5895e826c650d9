/** Table of contents: every route of the WebSocket API and the Lambda that serves it. */

import type { Socket } from '#lambda/socket.ts'
import { handler as closeStream } from './close-stream.ts'
import { handler as openStream } from './open-stream.ts'
import { handler as takeMessage } from './take-message.ts'

/** `file` is the module whose export `handler` is the Lambda. */
export const SOCKETS: ReadonlyArray<{ readonly file: string; readonly handler: Pick<Socket, 'spec'> }> = [
  { file: 'functions/sockets/open-stream.ts', handler: openStream },
  { file: 'functions/sockets/take-message.ts', handler: takeMessage },
  { file: 'functions/sockets/close-stream.ts', handler: closeStream },
]
