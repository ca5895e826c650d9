/** The arrow keys up and down move between the links of the rows of a table. */

import type { TargetedKeyboardEvent } from 'preact'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export const moveBetweenRows = (event: TargetedKeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  if (step === undefined || !(target instanceof HTMLElement) || !target.matches('.result')) return
  const links = [...(currentTarget.closest('table')?.querySelectorAll<HTMLElement>('.result') ?? [])]
  const next = links[links.indexOf(target) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
