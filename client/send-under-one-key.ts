/** Sends a creating request again while it is open what became of it. All tries carry one Idempotency-Key, so it acts once. */

interface Options<Answer> {
  readonly key: string
  readonly tries: number
  /** True if an answer leaves the outcome of the request open. */
  readonly isOpen: (answer: Answer) => boolean
  /** Waits before the next try; false if there shall be none. */
  readonly pause: (tries: number) => Promise<boolean>
}

/** Answers what the last try has brought. */
export const sendUnderOneKey = async <Answer>(
  send: (key: string) => Promise<Answer>,
  { key, tries, isOpen, pause }: Options<Answer>,
): Promise<Answer> => {
  for (let tried = 1; ; tried += 1) {
    const answer = await send(key)
    if (!isOpen(answer) || tried === tries || !(await pause(tried))) return answer
  }
}

/** True if the answer allows that the request was carried out: a failure behind the gateway, or it is being carried out. */
export const mayBeDone = (status: number, code: unknown): boolean => status >= 500 || code === 'idempotency_in_flight'
