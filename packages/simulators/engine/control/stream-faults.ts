/** Faults of an exchange's streams to order: lost, frozen, slow, doubled and reordered frames, refused and cut connections. */

export const STREAM_FAULT_KINDS = ['refuse', 'lose', 'freeze', 'slow', 'mute', 'duplicate', 'reorder', 'error'] as const
type StreamFaultKind = (typeof STREAM_FAULT_KINDS)[number]

export interface StreamFault {
  /**
   * `refuse`: handshakes get `status`, or end without a word. `lose`: frames never arrive. `freeze`: no data arrives,
   * keep-alives do. `slow`: frames arrive `delayMs` late, in their order. `mute`: a market's data never begins for who subscribes to it now. `duplicate`: frames arrive
   * twice. `reorder`: a frame arrives after the next one. `error`: commands or channels fail with `code`.
   */
  readonly kind: StreamFaultKind
  /** The type of the message, such as `orderbook_delta`, or the channel of an error; null: any. */
  readonly type: string | null
  /** The market or token it is about; null: any. */
  readonly market: string | null
  readonly status: number | null
  readonly code: number | null
  /** How late slow frames arrive, in milliseconds. */
  readonly delayMs: number
  readonly times: number | null
}

/** One message on its way to one connection. */
export interface Frame {
  readonly type: string
  /** The markets and tokens it is about. */
  readonly about: readonly string[]
  readonly text: string
}

export interface StreamFaults {
  readonly add: (fault: StreamFault) => void
  readonly clear: () => void
  /** The first fault of that kind that fits; counts it. */
  readonly meet: (kind: StreamFaultKind, type: string, about: readonly string[]) => StreamFault | null
  /** Keeps a frame for so long; see `release`. */
  readonly hold: (delayMs: number, send: () => void) => void
  /** Sends kept frames whose time has come. */
  readonly release: () => void
}

export const createStreamFaults = (clock: () => number): StreamFaults => {
  let held: { readonly at: number; readonly send: () => void }[] = []
  let faults: { readonly fault: StreamFault; left: number }[] = []
  return {
    add: (fault) => {
      faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    clear: () => {
      faults = []
    },
    meet: (kind, type, about) => {
      const met = faults.find(
        ({ fault, left }) =>
          left > 0 &&
          fault.kind === kind &&
          (fault.type === null || fault.type === type) &&
          (fault.market === null || about.includes(fault.market)),
      )
      if (met === undefined) return null
      met.left -= 1
      return met.fault
    },
    hold: (delayMs, send) => {
      held.push({ at: clock() + delayMs, send })
    },
    release: () => {
      const due = held.filter(({ at }) => at <= clock())
      held = held.filter(({ at }) => at > clock())
      for (const { send } of due) send()
    },
  }
}

/** Sends frames to one connection the way the faults let them through. */
export const faultySender = (faults: StreamFaults, send: (text: string) => void): ((frame: Frame) => void) => {
  let held: string | null = null
  return ({ type, about, text }) => {
    if (faults.meet('freeze', type, about) !== null || faults.meet('lose', type, about) !== null) return
    const slow = faults.meet('slow', type, about)
    if (slow !== null) {
      faults.hold(slow.delayMs, () => send(text))
      return
    }
    if (held === null && faults.meet('reorder', type, about) !== null) {
      held = text
      return
    }
    send(text)
    if (faults.meet('duplicate', type, about) !== null) send(text)
    if (held === null) return
    send(held)
    held = null
  }
}
