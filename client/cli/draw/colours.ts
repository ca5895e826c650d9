/** Colours, if the terminal has them. */

import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'

export interface Paint {
  readonly colours?: boolean | undefined
}

export const styled = (text: string, style: Style | null, { colours = false }: Paint): string =>
  colours && style !== null && text.trim() !== '' ? styleText(style, text, { validateStream: false }) : text

/** True for colours: `FORCE_COLOR` says so, or neither `NO_COLOR` nor the kind of output forbids them. */
export const hasColours = (environment: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean => {
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  return isTerminal && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb'
}

/** Green for a purchase, red for a sale. */
export const sideStyle = (side: string): Style | null => (side === 'buy' ? 'green' : side === 'sell' ? 'red' : null)

/** Green for a gain, red for a loss. */
export const gainStyle = (amount: string): Style | null =>
  Number(amount) > 0 ? 'green' : Number(amount) < 0 ? 'red' : null

const STATUSES: Readonly<Record<string, Style>> = {
  EXECUTED: 'green',
  COMPLETED: 'green',
  TRIGGERED: 'green',
  REJECTED: 'red',
  CANCELLED: 'dim',
  EXPIRED: 'dim',
  RESTING: 'cyan',
  PARTIALLY_FILLED: 'cyan',
  ACTIVE: 'cyan',
}

export const statusStyle = (status: string): Style | null => STATUSES[status] ?? null
