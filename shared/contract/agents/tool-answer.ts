/** Answers of endpoints as results of tools: structured content, and a text for clients that read only texts. */

import type { Problem } from '#domain/kernel/problem.ts'

/** A type alias, because the protocol's own type allows further fields. */
export type ToolAnswer = {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: true
}

/** The answer of an endpoint with its status. */
export const toToolAnswer = (status: number, body: unknown): ToolAnswer =>
  status < 400 ? answered(contentOf(body)) : refused(status, body)

/** Shows a value that is no answer of an endpoint; `text` says the same in short if given. */
export const answered = (value: Record<string, unknown>, text = JSON.stringify(value)): ToolAnswer => ({
  content: [{ type: 'text', text }],
  structuredContent: value,
})

/** Shows a refusal of the service. */
export const refusedWith = ({ status, code, detail }: Pick<Problem, 'status' | 'code' | 'detail'>): ToolAnswer =>
  refused(status, { code, detail })

/** Structured content is an object. */
const contentOf = (body: unknown): Record<string, unknown> => {
  if (Array.isArray(body)) return { results: body }
  return isObject(body) ? body : { done: true }
}

const refused = (status: number, body: unknown): ToolAnswer => {
  const { code, detail, hint, request_id: requestId } = isObject(body) ? body : {}
  const sentence = typeof hint === 'string' ? `${sentenceOf(detail)}. ${hint}` : sentenceOf(detail)
  const id = requestId === undefined ? {} : { request_id: requestId }
  return {
    content: [{ type: 'text', text: `${sentence} (${String(code ?? status)})` }],
    structuredContent: { status, code: code ?? null, detail: sentence, ...id },
    isError: true,
  }
}

/** A 422 lists its faults with their places. */
const sentenceOf = (detail: unknown): string => {
  if (!Array.isArray(detail)) return typeof detail === 'string' ? detail : 'The service refused the request.'
  return detail
    .map((fault: { readonly loc?: readonly unknown[]; readonly msg?: unknown }) => {
      const place = (fault.loc ?? []).slice(1).join('.')
      return place === '' ? String(fault.msg) : `${place}: ${String(fault.msg)}`
    })
    .join('; ')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
