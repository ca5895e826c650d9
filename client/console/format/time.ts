/** Times in the clock of the reader. */

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Today the time to the second, earlier the day as well. */
export const time = (at: string | number | null | undefined): string => {
  if (at === null || at === undefined) return '–'
  const date = new Date(at)
  return (date.toDateString() === new Date().toDateString() ? TIME : DAY).format(date)
}

/** The day alone. */
export const day = (at: string | null): string => (at === null ? '–' : DATE.format(new Date(at)))

/** How long ago, or how long until: `12 s`, `3 min`, `2 h`, `5 d`. */
export const span = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return seconds < 129_600 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
