/** Answers that a service would give. */

/** A refusal with that code. */
export const problem = (status: number, code: string, headers = {}): Response =>
  Response.json({ detail: `It is ${code}.`, code }, { status, headers })
