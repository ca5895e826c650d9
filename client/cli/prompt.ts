/** Asks at the terminal, or reads the lines of standard input. */

import { createInterface } from 'node:readline'
import { addAbortSignal, Writable } from 'node:stream'

export interface Prompt {
  /** False if standard input is a file or a pipe: no question is shown then. */
  readonly isTerminal: boolean
  /** The answer, which the terminal does not show if it is hidden; empty at the end of the input. */
  readonly ask: (question: string, hidden: boolean) => Promise<string>
  /** Standard input as it comes, until it ends or the signal aborts. */
  readonly textOf: (signal: AbortSignal) => AsyncIterable<string>
}

export const prompt = (input: NodeJS.ReadStream, output: NodeJS.WriteStream): Prompt => ({
  isTerminal: input.isTTY === true,
  ask: (question, hidden) =>
    new Promise((resolve) => {
      const isTerminal = input.isTTY === true
      if (isTerminal) output.write(question)
      // Readline echoes the typed letters to this stream; the terminal does not.
      const echo = hidden || !isTerminal ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output
      const lines = createInterface({ input, output: echo, terminal: isTerminal })
      let answer = ''
      lines.on('line', (line) => {
        answer = line.trim()
        lines.close()
      })
      lines.on('close', () => {
        if (isTerminal && hidden) output.write('\n')
        resolve(answer)
      })
    }),
  textOf: async function* (signal) {
    try {
      yield* addAbortSignal(signal, input.setEncoding('utf8'))
    } catch (error) {
      if (!signal.aborted) throw error
    }
  },
})
