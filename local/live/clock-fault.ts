/** Describes a clock that is too far off for signatures, with the remedy; null for a clock that will do. */
export const clockFault = (exchange: string, aheadMs: number | null): string | null => {
  if (aheadMs === null || Math.abs(aheadMs) <= MOST_MS) return null
  return (
    `The clock of this machine is ${inWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of ${exchange}, ` +
    'which refuses signatures of another time. Set the clock, and start again: ' +
    'sudo timedatectl set-ntp true (Linux), sudo sntp -sS time.apple.com (macOS), sudo hwclock -s (WSL).'
  )
}

/** EXCHANGE_A accepted signatures 10 s off and refused them at 30 s (Kalshi reference, section 2). */
const MOST_MS = 10_000

const inWords = (ms: number): string => {
  const seconds = Math.round(ms / 1_000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
