/** The command that prints the completion of a shell. */

import type { LocalCommand } from '../command.ts'
import { oneOf } from '../typed/options.ts'

const BASH = `_pmt() {
  local IFS=$'\\n'
  COMPREPLY=($(pmt complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _pmt pmt`

const ZSH = `#compdef pmt
_pmt() {
  local -a found
  local line
  for line in "\${(@f)$(pmt complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${line/$'\\t'/:}")
  done
  _describe pmt found
}
compdef _pmt pmt`

const FISH = `complete -c pmt -f -a '(pmt complete -- (commandline -opc)[2..-1] "$(commandline -ct)" 2>/dev/null)'`

const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH } as const
const SHELLS = ['bash', 'zsh', 'fish'] as const

export const completion: LocalCommand = {
  group: 'Setup',
  words: '<shell>',
  does: 'prints the completion of bash, zsh or fish, for the start file of the shell',
  runLocally: async ({ print }, [shell = '']) => print(SCRIPTS[oneOf(SHELLS, shell, 'The shell')]),
}
