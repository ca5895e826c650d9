/** When messages about an account leave: before the answer of the call that caused them, after it, or now so and now so. */

export const ANSWER_TIMINGS = ['before_answer', 'after_answer', 'either'] as const

export interface AnswerTiming {
  mode: (typeof ANSWER_TIMINGS)[number]
  /** Runs it now or in a moment, in the order of the calls. */
  readonly run: (send: () => void) => void
}

/** How long they lag where they come after the answer. */
const LAG_MS = 100

export const createAnswerTiming = (random: () => number): AnswerTiming => {
  let notBefore = 0
  const timing: AnswerTiming = {
    mode: 'before_answer',
    run: (send) => {
      const now = performance.now()
      const isLate = timing.mode === 'after_answer' || (timing.mode === 'either' && random() < 0.5)
      notBefore = Math.max(notBefore, isLate ? now + LAG_MS : now)
      const wait = Math.ceil(notBefore - now)
      if (wait === 0) send()
      else setTimeout(send, wait)
    },
  }
  return timing
}
