/** The time of a replay: the clock is real, and the recording is mapped to it. */

export interface ReplayTime {
  /** Real time at which a moment of the recording is played. */
  realOf(recorded: number): number
  /** Moment of the recording that is played now. */
  playedAt(now: number): number
}

/** Plays the recording from `from` on, beginning at `beganAt`, `speed` times as fast. */
export const replayTime = (from: number, beganAt: number, speed: number): ReplayTime => ({
  realOf: (recorded) => Math.round(beganAt + (recorded - from) / speed),
  playedAt: (now) => from + (now - beganAt) * speed,
})
