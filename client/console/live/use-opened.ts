/** Returns false for the first seconds of a component: live data is still on its way then, and no reason for a warning. */

import { useEffect, useState } from 'preact/hooks'

const OPENING_MS = 4_000

export const useOpened = (): boolean => {
  const [isOpened, setOpened] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOpened(true), OPENING_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOpened
}
