/** A number that belongs to a text for ever: where things are spread by their ids. */

/** FNV-1a of the text, mixed so that its low bits differ too: 0 up to 2^32 − 1. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 16)) >>> 0
}
