import { defineConfig } from 'vitest/config'
import { runConfig } from './test/support/run/run-config.ts'

export default defineConfig(runConfig('usual'))
