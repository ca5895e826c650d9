/** Why something was cancelled, in words. */

const REASONS: Readonly<Record<string, string>> = {
  user: 'by you',
  dead_mans_switch: "by the dead man's switch",
  sibling: 'by its linked exit',
  position_closed: 'its position was closed',
}

export const reasonIn = (code: string): string => REASONS[code] ?? code.replaceAll('_', ' ')
