/** Page of `GET /v1/docs?page=errors`: each code of a refusal under an anchor of its own. */

import { AGAIN } from './error-advice.ts'
import type { ListedError } from './listed-errors.ts'

export const ERROR_PAGE_FILE = 'functions/api/service/reference/errors.html'

/** Returns the page, without a script and without anything to load. */
export const errorPage = (errors: readonly ListedError[]): string => {
  const sorted = errors.toSorted((a, b) => (a.code < b.code ? -1 : 1))
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Errors of the trading service</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <h1>Errors</h1>
    <p>
      Each refusal has a <code>code</code> that never changes its meaning, a <code>request_id</code> to quote in questions,
      and a <code>doc_url</code>, which leads to the code below. <a href="/v1/docs">The reference</a> shows all endpoints.
    </p>
    <nav aria-label="Codes">${sorted.map(({ code }) => `<a href="#${code}">${code}</a>`).join(' ')}</nav>
${sorted.map(sectionOf).join('\n')}
  </body>
</html>
`
}

const sectionOf = ({ code, cases, advice }: ListedError): string => {
  const statuses = [...new Set(cases.map(({ status }) => status))].join(', ')
  return `    <section id="${code}">
      <h2><a href="#${code}">${code}</a> <small>${statuses}</small></h2>
      <dl>
        <dt>Meaning</dt>
${cases.map(({ when, where }) => `        <dd>${sentence(when)} <small>${endpointsIn(where)}</small></dd>`).join('\n')}
        <dt>What to do</dt>
        <dd>${sentence(advice.todo)}</dd>
        <dt>Does it help to send the same request again?</dt>
        <dd>${sentence(AGAIN[advice.again])}</dd>
      </dl>
    </section>`
}

const endpointsIn = (where: readonly string[]): string =>
  where.includes('all') ? 'All endpoints' : where.map(htmlOf).join(', ')

const sentence = (markdown: string): string => {
  const html = htmlOf(markdown)
  return `${html.replace(/^(<a [^>]*>)?[a-z]/, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase())}.`
}

/** Returns a line of Markdown with code and links as HTML. The service serves no guides: a link becomes the name of the file in docs/. */
const htmlOf = (markdown: string): string =>
  markdown
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, (_, words: string, target: string) =>
      target === '../openapi.json'
        ? `<a href="/v1/docs">${words}</a>`
        : `${words} (in the documentation: <code>${fileOf(target)}</code>)`,
    )

/** File of a link of docs/guides/errors.md. */
const fileOf = (target: string): string =>
  target.startsWith('../') ? `docs/${target.slice(3)}` : `docs/guides/${target}`

const STYLE = `
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body { margin: 0 auto; max-width: 48rem; padding: 1rem; overflow-wrap: anywhere; }
      code, h2, nav { font-family: ui-monospace, monospace; }
      h2 { font-size: 1.1rem; margin: 0; }
      h2 a { color: inherit; text-decoration: none; }
      nav { font-size: 0.85rem; line-height: 1.8; }
      nav a { display: inline-block; margin-right: 0.75rem; }
      section { border-top: 1px solid #8888; padding: 1rem 0.5rem; scroll-margin-top: 1rem; }
      section:target { outline: 2px solid; outline-offset: -2px; }
      dl { margin: 0.5rem 0 0; }
      dt { font-weight: 600; }
      dd { margin: 0 0 0.5rem; }
    `
