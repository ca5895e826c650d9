import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/third-exchange/story.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: ['test/support/run/prepare-run.ts'],
    provide: { engine: 'memory', plays: { seed: 1, times: 1 } },
  },
})
