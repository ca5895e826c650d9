/** A value that is typed, once it has not changed for a moment. */

import { useEffect, useState } from 'preact/hooks'

export const useSettled = <Value>(value: Value, ms = 200): Value => {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
