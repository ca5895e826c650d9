/** Answers the entries that have all typed words, each as the beginning of a word. In a group, entries that begin with the text are first. */

interface Named {
  readonly group: string
  readonly text: string
  readonly aside?: string
}

export const matches = <One extends Named>(entries: readonly One[], typed: string): readonly One[] => {
  const words = wordsOf(typed)
  const start = typed.trim().toLowerCase()
  const found = entries.filter(({ group, text, aside = '' }) => {
    const own = wordsOf(`${text} ${aside} ${group}`)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  })
  const groups = [...new Set(found.map(({ group }) => group))]
  const rank = ({ group, text }: One): number =>
    groups.indexOf(group) * 2 + (text.toLowerCase().startsWith(start) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
