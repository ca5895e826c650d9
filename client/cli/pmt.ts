/** The program as it was called: hints that name a command can be typed as they are. */
export const PMT = process.env['npm_lifecycle_event'] === 'cli' ? 'npm run cli --' : 'pmt'
