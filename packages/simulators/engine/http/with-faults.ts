/** Answers calls as ordered by the faults that meet them. */

import type { Fault, FaultInjection } from '../control/fault-injection.ts'
import { replyAtDoor } from './front-door.ts'
import { hostileReply } from './hostile-reply.ts'
import type { HttpCall, HttpReply } from './json-server.ts'
import { renamed } from './renamed.ts'

/** How a simulator answers that call: as `process` does, unless a fault meets it. `refuse` words the status of a fault. */
export const withFaults = async (
  faults: FaultInjection,
  call: HttpCall,
  process: () => HttpReply | Promise<HttpReply>,
  refuse: (fault: Fault) => HttpReply,
): Promise<HttpReply | 'drop'> => {
  const fault = faults.meet(call.method, call.path)
  if (fault === null) return process()
  if (fault.delayMs > 0) await new Promise((done) => setTimeout(done, fault.delayMs))
  switch (fault.kind) {
    case 'drop_before':
      return 'drop'
    case 'status':
      return refused(fault, refuse)
    case 'delay':
      return process()
    case 'hold':
      await faults.cleared()
      return process()
    case 'duplicate': {
      const reply = await process()
      await process()
      return reply
    }
    case 'drop_after':
      await process()
      return fault.status === null ? 'drop' : refused(fault, refuse)
    case 'rename': {
      const reply = await process()
      return { ...reply, body: renamed(reply.body, fault.changes) }
    }
    case 'quotes_headers':
      return hostileReply(fault.kind, call, { status: 400 })
    default:
      return hostileReply(fault.kind, call, await process())
  }
}

const refused = (fault: Fault, refuse: (fault: Fault) => HttpReply): HttpReply =>
  fault.door === null ? refuse(fault) : replyAtDoor(fault.door, fault.status ?? 403)
