/** A table as Markdown: the first column to the left, figures to the right. */

export const textTable = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
  [head, head.map((_, place) => (place === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** With two decimals at most. */
export const rounded = (value: number): string => String(Math.round(value * 100) / 100)
