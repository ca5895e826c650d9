/** The habits of prose that make comments and documents hard to read. CONTRIBUTING.md explains each rule. */

/** One habit: how to recognise it in a sentence, and the advice that `npm run lint` prints. */
interface Habit {
  readonly found: RegExp
  readonly advice: string
}

const HABITS: readonly Habit[] = [
  {
    found: /^(?:What|Whatever|Who|Whoever|That|Those|Which|It|Of|Nobody|Nothing|None|Whether|Where)\b/,
    advice: 'begin with a verb in the third person (Returns, Stores, Refuses) or with the noun itself',
  },
  {
    found: /\b(?:what|who) (?:is|was|are|were|has|had|may|can|must|only|came|comes|goes|stands|waits|remains)\b/i,
    advice: 'name the thing: "orders that wait", not "what waits"',
  },
  {
    found:
      /(?:^|[,;:] |\b(?:and|or|but|null) )where (?:it|an?|the|one|there|no|nothing|nobody|that|this|they|its|he|both|either)\b/i,
    advice: 'write "if" for a condition; "where" is for a place',
  },
  { found: /\b(?:tells?|told|telling)\b/i, advice: 'write reports, says, sends, publishes or contains' },
  {
    found: /\b(?:stands?|stood|standing) (?:in|at|on|there|beside|with|by|as|for|still)\b|\bgo(?:es)? by\b/i,
    advice: 'write is, is stored in or uses',
  },
  {
    found: /\b(?:goes on|go on|went on|takes? (?:it |them )?up|took up|by itself|of it all|at once with)\b/i,
    advice: 'write continues, resumes or automatically',
  },
  {
    found:
      /\b(?:nobody|nothing else|no one|somebody|someone) (?:may|can|has|is|was|else|asks?|waits?|reads?|knows?|who)\b/i,
    advice: 'name the actor',
  },
  { found: /\b(?:that|those|this|these|it|they|them) (?:that|which|who|of)\b/i, advice: 'repeat the noun' },
]

const LONGEST = 25
const LONG_ADVICE = `split the sentence: at most ${LONGEST} words`
const SHORTEST_SENTENCE = 4

/** A place in a file that breaks a rule of prose. */
export interface Finding {
  readonly line: number
  readonly sentence: string
  readonly advice: string
}

/** Findings in the comments of a TypeScript file, or in the text of a Markdown file. Code blocks and inline code are skipped. */
export const proseFindings = (path: string, text: string): readonly Finding[] =>
  (path.endsWith('.md') ? markdownParagraphs(text) : commentParagraphs(text)).flatMap(({ line, words }) =>
    sentencesOf(words).flatMap((sentence) =>
      adviceFor(sentence).map((advice): Finding => ({ line, sentence, advice })),
    ),
  )

const adviceFor = (sentence: string): readonly string[] => {
  const habits = sentence.endsWith('?') ? [] : HABITS.filter(({ found }) => found.test(sentence))
  const advice = habits.map((habit) => habit.advice)
  return sentence.split(/\s+/).length > LONGEST ? [...advice, LONG_ADVICE] : advice
}

const sentencesOf = (words: string): readonly string[] =>
  words
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'x')
    .replaceAll('**', '')
    .split(/(?<=[.!?:;])\s+(?=[A-Z"“(])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length >= SHORTEST_SENTENCE)

interface Paragraph {
  /** Line of the file, from 1, at which the paragraph begins. */
  readonly line: number
  readonly words: string
}

/** Joins neighbouring lines of prose. An empty text ends a paragraph. */
class Paragraphs {
  readonly done: Paragraph[] = []
  #line = 0
  #words: string[] = []

  add(line: number, words: string): void {
    if (words === '') {
      this.end()
      return
    }
    if (this.#words.length === 0) this.#line = line
    this.#words.push(words)
  }

  end(): void {
    if (this.#words.length > 0) this.done.push({ line: this.#line, words: this.#words.join(' ') })
    this.#words = []
  }

  alone(line: number, words: string): void {
    this.end()
    this.add(line, words)
    this.end()
  }
}

const commentParagraphs = (text: string): readonly Paragraph[] => {
  const paragraphs = new Paragraphs()
  let inBlock = false
  for (const [index, raw] of text.split('\n').entries()) {
    const opens: boolean = !inBlock && raw.trim().startsWith('/*')
    if (opens) paragraphs.end()
    inBlock ||= opens
    const words = inBlock ? blockWords(raw) : (/^\s*\/\/ (.*)/.exec(raw)?.[1] ?? '').trim()
    paragraphs.add(index + 1, words)
    if (!inBlock || !raw.includes('*/')) continue
    paragraphs.end()
    inBlock = false
  }
  paragraphs.end()
  return paragraphs.done
}

/** Words of a line within a block comment. Empty for a tag such as `@returns`, and for a blank line. */
const blockWords = (raw: string): string => {
  const words = raw
    .trim()
    .replace(/^\/\*+\s?/, '')
    .replace(/\*\/.*$/, '')
    .replace(/^\*\s?/, '')
    .replace(/^[-*]\s+/, '')
    .trim()
  return words.startsWith('@') ? '' : words
}

const LONG_CELL = 6

const markdownParagraphs = (text: string): readonly Paragraph[] => {
  const paragraphs = new Paragraphs()
  let fenced = false
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1
    const words = raw.trim()
    if (words.startsWith('```')) fenced = !fenced
    if (fenced || words.startsWith('```') || words.startsWith('>')) paragraphs.end()
    else if (words.startsWith('#')) paragraphs.alone(line, words.replace(/^#+\s*/, ''))
    else if (words.startsWith('|')) {
      const cells = words.split('|').map((cell) => cell.trim())
      for (const cell of cells) if (cell.split(' ').length >= LONG_CELL) paragraphs.alone(line, cell)
    } else {
      const item = /^(?:[-*]|\d+\.)\s+(.*)/.exec(words)
      if (item !== null) paragraphs.end()
      paragraphs.add(line, item?.[1] ?? words)
    }
  }
  paragraphs.end()
  return paragraphs.done
}
