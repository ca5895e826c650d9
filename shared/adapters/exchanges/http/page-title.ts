/** The title of an HTML page, which is what a front door answers in place of an exchange. */

/** The title, or "a page" for one without; null for what is no page. At most 100 characters. */
export const pageTitle = (text: string): string | null => {
  if (!/^\s*<(!doctype html|html|head|body)/i.test(text)) return null
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(text.slice(0, 20_000))?.[1]?.trim() ?? ''
  return title === '' ? 'a page' : title.slice(0, 100)
}
