/** The class of a change: up, down, or neither. */

export const directionOf = (change: number | null): 'buy' | 'sell' | 'muted' => {
  if (change === null || change === 0) return 'muted'
  return change > 0 ? 'buy' : 'sell'
}
