/** Compares an answer with the JSON in a guide. The answer may have more fields; `…` means any value but null. */

export const differenceFrom = (shown: string, printed: string, alike: boolean): string | null => {
  const expected: unknown = JSON.parse(shown)
  let found: unknown
  try {
    found = JSON.parse(printed)
  } catch {
    return 'what was printed is not JSON'
  }
  return difference(expected, found, alike, 'the answer')
}

const difference = (requested: unknown, found: unknown, alike: boolean, where: string): string | null => {
  if (requested === '…') return found === null || found === '' ? `${where} is ${JSON.stringify(found)}` : null
  if (typeof requested === 'string') return differenceOfTexts(requested, found, alike, where)
  if (typeof requested !== 'object' || requested === null) {
    const same = alike && requested !== null ? typeof requested === typeof found : requested === found
    return same ? null : `${where} is ${JSON.stringify(found)}, not ${JSON.stringify(requested)}`
  }
  if (typeof found !== 'object' || found === null || Array.isArray(requested) !== Array.isArray(found)) {
    return `${where} is ${JSON.stringify(found)}, not ${JSON.stringify(requested)}`
  }
  if (Array.isArray(requested) && requested.length === 0 && !alike && Object.keys(found).length > 0)
    return `${where} is not empty`
  const fields: Readonly<Record<string, unknown>> = { ...found }
  for (const [name, inner] of Object.entries(requested)) {
    if (!(name in fields)) return `${where} has no ${name}`
    const wrong = difference(inner, fields[name], alike, `${where}.${name}`)
    if (wrong !== null) return wrong
  }
  return null
}

const differenceOfTexts = (needed: string, found: unknown, alike: boolean, where: string): string | null => {
  if (typeof found !== 'string') return `${where} is ${JSON.stringify(found)}, not a text`
  const parts = needed.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (alike || new RegExp(`^${parts.join('[^]*')}$`).test(found)) return null
  return `${where} is "${found}", not "${needed}"`
}
