/** Findings of prose against the list of those that are still allowed. */

import type { Finding } from './prose.ts'

/** Findings above the allowed number of their file, as sentences, and the list lowered to the present numbers. A file is never added to the list. */
export const comparedWithAllowed = (
  findings: ReadonlyMap<string, readonly Finding[]>,
  allowed: Readonly<Record<string, number>>,
): { readonly excess: readonly string[]; readonly lowered: Readonly<Record<string, number>> } => {
  const excess: string[] = []
  const lowered: Record<string, number> = {}
  for (const [path, found] of findings) {
    const limit = allowed[path] ?? 0
    const next = Math.min(limit, found.length)
    if (next > 0) lowered[path] = next
    if (found.length <= limit) continue
    for (const { line, sentence, advice } of found) excess.push(`${path}:${line}: "${shortened(sentence)}": ${advice}`)
  }
  return { excess, lowered }
}

const SHOWN = 120

const shortened = (sentence: string): string => (sentence.length > SHOWN ? `${sentence.slice(0, SHOWN)}…` : sentence)
