/** The folder of this user for settings, as each system has it. */

import { homedir } from 'node:os'
import { join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** `XDG_CONFIG_HOME` wins on every system. */
export const configFolder = (environment: Environment, platform: NodeJS.Platform = process.platform): string => {
  const set = (name: string): string | undefined => environment[name] || undefined
  const home = set(platform === 'win32' ? 'USERPROFILE' : 'HOME') ?? homedir()
  const usual = {
    win32: set('APPDATA') ?? join(home, 'AppData', 'Roaming'),
    darwin: join(home, 'Library', 'Application Support'),
    other: join(home, '.config'),
  }
  const system = platform === 'win32' || platform === 'darwin' ? platform : 'other'
  return join(set('XDG_CONFIG_HOME') ?? usual[system], 'pmt')
}
