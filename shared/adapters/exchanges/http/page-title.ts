/** Title of an HTML page, which a front door answers in place of an exchange. */

/** Returns the title, at most 100 characters of it, or "a page" if there is none; null for a text that is no page. */
export const pageTitle = (text: string): string | null => {
  if (!/^\s*<(!doctype html|html|head|body)/i.test(text)) return null
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text.slice(0, 20_000))?.[1]?.trim() ?? ''
  return title === '' ? 'a page' : title.slice(0, 100)
}
