/** Whether what was answered is what a guide shows. Fields a guide leaves out may be there; `…` stands for anything but null. */

export const differenceFrom = (shown: string, printed: string, alike: boolean): string | null => {
  const wanted: unknown = JSON.parse(shown)
  let found: unknown
  try {
    found = JSON.parse(printed)
  } catch {
    return 'what was printed is not JSON'
  }
  return difference(wanted, found, alike, 'the answer')
}

const difference = (wanted: unknown, found: unknown, alike: boolean, where: string): string | null => {
  if (wanted === '…') return found === null || found === '' ? `${where} is ${JSON.stringify(found)}` : null
  if (typeof wanted === 'string') return differenceOfTexts(wanted, found, alike, where)
  if (typeof wanted !== 'object' || wanted === null) {
    const same = alike && wanted !== null ? typeof wanted === typeof found : wanted === found
    return same ? null : `${where} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`
  }
  if (typeof found !== 'object' || found === null || Array.isArray(wanted) !== Array.isArray(found)) {
    return `${where} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`
  }
  if (Array.isArray(wanted) && wanted.length === 0 && !alike && Object.keys(found).length > 0)
    return `${where} is not empty`
  const fields: Readonly<Record<string, unknown>> = { ...found }
  for (const [name, inner] of Object.entries(wanted)) {
    if (!(name in fields)) return `${where} has no ${name}`
    const wrong = difference(inner, fields[name], alike, `${where}.${name}`)
    if (wrong !== null) return wrong
  }
  return null
}

const differenceOfTexts = (wanted: string, found: unknown, alike: boolean, where: string): string | null => {
  if (typeof found !== 'string') return `${where} is ${JSON.stringify(found)}, not a text`
  const parts = wanted.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (alike || new RegExp(`^${parts.join('[^]*')}$`).test(found)) return null
  return `${where} is "${found}", not "${wanted}"`
}
