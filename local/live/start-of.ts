/** The command that starts a service with accounts of that kind. */
export const startOf = (accounts: string): string => {
  if (accounts === 'simulated') return 'npm start'
  return `npm start -- --markets live${accounts === 'paper' ? '' : ` --accounts ${accounts}`}`
}
