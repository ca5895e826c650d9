/** The help of `npm run admin`. */

import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { PLACE_FLAGS } from './environment/open-place.ts'

const line = (left: string, right: string): string => `  ${left.padEnd(24)} ${right}`

const PLACES = Object.entries(PLACE_FLAGS).map(([flag, { value, about }]) => line(`--${flag} ${value ?? ''}`, about))

const withWords = (name: string, { words = [] }: Command): string => [name, ...words].join(' ')

export const USAGE = `npm run admin -- <command> [flags]    what the operator of a service can do and see

${Object.entries(COMMANDS)
  .map(([name, command]) => line(withWords(name, command), command.summary))
  .join('\n')}

Without these flags a command works on the service of npm start on this machine (LOCAL_DIR=.local-2 names another folder):

${PLACES.join('\n')}

It then works on that deployment, with the rights of your AWS credentials. Where it is, the outputs of its stacks tell.
npm run admin -- <command> --help shows the flags of a command.`

export const helpOf = (name: string, command: Command): string => {
  const own = Object.entries(command.flags ?? {}).map(([flag, { value, about, needed, fallback }]) =>
    line(
      `--${flag} ${value ?? ''}`,
      `${about}${needed ? ' (needed)' : ''}${fallback === undefined ? '' : `; by default ${fallback}`}`,
    ),
  )
  return [
    `npm run admin -- ${withWords(name, command)} [flags]    ${command.summary}`,
    ...(command.more === undefined ? [] : ['', command.more]),
    '',
    ...own,
    ...PLACES,
    line('--help', 'prints this page'),
  ].join('\n')
}
