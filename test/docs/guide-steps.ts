/** The steps of a guide: its blocks of `sh`, each with the answer that is shown after it. */

export interface GuideStep {
  readonly commands: string
  /** First line of the block. */
  readonly line: number
  /** Status of the last call, as in ```` ```json 202 ````; null: any 2xx. */
  readonly status: number | null
  /** Output of the step; null if none is shown. */
  readonly shown: string | null
  /** ```` ```json 200 alike ````: other values than shown, of the same types. */
  readonly alike: boolean
  /** May be carried out again without doing anything twice. */
  readonly onlyReads: boolean
}

export const stepsOf = (page: string): readonly GuideStep[] => {
  const blocks = blocksOf(page)
  return blocks.flatMap(({ info, text, line }, n) => {
    if (info !== 'sh') return []
    const [language, ...words] = blocks[n + 1]?.info.split(' ') ?? []
    const shown = language === 'json' ? (blocks[n + 1]?.text ?? null) : null
    const status = language === 'sh' ? undefined : words.find((word) => /^\d{3}$/.test(word))
    return {
      commands: text,
      line,
      status: status === undefined ? null : Number(status),
      shown: shown?.trim() === '' ? null : shown,
      alike: words.includes('alike'),
      onlyReads: !/ (-X|-d|--data|--json|-T)\b|\bwait\b|&$/m.test(text),
    }
  })
}

export interface Block {
  readonly info: string
  readonly text: string
  readonly line: number
}

export const blocksOf = (page: string): readonly Block[] => {
  const blocks: Block[] = []
  let open: { readonly info: string; readonly from: number } | null = null
  const lines = page.split('\n')
  for (const [n, line] of lines.entries()) {
    const fence = /^\s*```(.*)$/.exec(line)
    if (fence === null) continue
    if (open === null) open = { info: (fence[1] ?? '').trim(), from: n + 1 }
    else {
      blocks.push({ info: open.info, text: lines.slice(open.from, n).join('\n'), line: open.from })
      open = null
    }
  }
  if (open !== null) throw new Error(`the block of line ${open.from} is not closed`)
  return blocks
}
