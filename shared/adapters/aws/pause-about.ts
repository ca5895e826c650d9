import { setTimeout as pause } from 'node:timers/promises'

/** Waits between half and all of `ms`, by chance: others who were refused at the same moment come back at other ones. */
export const pauseAbout = (ms: number): Promise<void> => pause(ms * (0.5 + Math.random() / 2))
