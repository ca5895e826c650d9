/**
 * Wakes the readers of the queues before the endpoint stores work. If it dies between commit and message, the sweep of ten seconds finds the
 * work, and not only that of the minute.
 */

import { type HttpStep, part } from '../call.ts'

export const keepReadersAwake = (): HttpStep => ({
  name: 'keep-readers-awake',
  before: async (request) => part(request, 'deps').queues?.keepAwake?.(),
})
