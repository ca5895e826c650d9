/** Samples a value that changes often, so that people can read its results. */

import { useRef } from 'preact/hooks'

/** `key` names the subject: a new subject is sampled at once. */
export const useSampled = <Value>(value: Value, key: string, ms: number): Value => {
  const taken = useRef({ value, key, at: Date.now() })
  if (taken.current.key !== key || Date.now() - taken.current.at > ms) taken.current = { value, key, at: Date.now() }
  return taken.current.value
}
