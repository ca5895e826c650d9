import { setTimeout as pause } from 'node:timers/promises'

/** Waits a random time between half of `ms` and all of it, so that requests refused together do not return together. */
export const pauseAbout = (ms: number): Promise<void> => pause(ms * (0.5 + Math.random() / 2))
