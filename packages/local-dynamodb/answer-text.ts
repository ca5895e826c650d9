/** An answer as it goes onto the wire. The text of a stored row is taken as it is. */

import { TEXT } from './table-rows.ts'

export const answerText = (answer: unknown): string => {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer)
  if (TEXT in answer) return String(answer[TEXT])
  if (Array.isArray(answer)) return `[${answer.map(answerText).join()}]`
  const fields = Object.entries(answer).filter(([, value]) => value !== undefined)
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${answerText(value)}`).join()}}`
}
