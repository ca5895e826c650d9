/**
 * Before anything is stored that somebody has to go on with: whoever dies between the commit and the message leaves it to sweeps that come every
 * ten seconds, not to the one of the minute.
 */

import { type HttpStep, part } from '../call.ts'

export const keepReadersAwake = (): HttpStep => ({
  name: 'keep-readers-awake',
  before: async (request) => part(request, 'deps').queues?.keepAwake?.(),
})
