import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    globalSetup: ['test/support/run/start-engine.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['test/**/*.test.ts'], provide: { engine: 'real' } },
      },
      {
        extends: true,
        test: {
          // The store suite again, on the table in memory that the stories use.
          name: 'memory',
          include: ['test/adapters/store/**/*.test.ts'],
          exclude: ['**/engine.test.ts', '**/memory-table.test.ts', '**/wire.test.ts'],
          provide: { engine: 'memory' },
        },
      },
    ],
  },
})
