/** The time of a replay: the clock is real, and the recording is mapped to it. */

export interface ReplayTime {
  /** Begins the replay at this real time. Until then it begins when it was opened. */
  begin(at: number): void
  /** Real time at which a moment of the recording is played. */
  realOf(recorded: number): number
  /** Moment of the recording that is played now. */
  playedAt(now: number): number
}

/** Plays the recording from `from` on, `speed` times as fast. */
export const replayTime = (from: number, openedAt: number, speed: number): ReplayTime => {
  let beganAt = openedAt
  return {
    begin: (at) => {
      beganAt = at
    },
    realOf: (recorded) => Math.round(beganAt + (recorded - from) / speed),
    playedAt: (now) => from + (now - beganAt) * speed,
  }
}
