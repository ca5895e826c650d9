import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/third-exchange/story.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    provide: { engine: 'memory' },
  },
})
