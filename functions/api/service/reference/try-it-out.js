/** Shows the interface, and fills its requests with what works for the key: a subaccount, a market, a search that finds something. */

const place = document.getElementById('reference')
/** The parameters that are filled with what a reply named last, and the field of the reply. */
const NAMED = {
  order_id: 'svc_order_id',
  complex_order_id: 'complex_order_id',
  custom_asset_id: 'custom_asset_id',
  webhook_id: 'webhook_id',
  delivery_id: 'delivery_id',
  api_key_id: 'api_key_id',
}

/** The document as it is served, with examples that no deployment has. */
let original
let reference
let apiKey = ''
/** What works, by the name of the parameter. */
const known = {}
let marketName = ''

/** The link that `npm start` prints carries a code, which is exchanged for the key once. */
const takeLink = async () => {
  const [, code] = /^#sign-in=([\w-]+)$/.exec(location.hash) ?? []
  if (code === undefined) return
  // The code leaves the address and the history at once.
  history.replaceState(null, '', location.pathname)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/v1/console/sign-in', { method: 'POST', headers, body: JSON.stringify({ code }) })
  // The console of this tab uses the same key.
  if (response.ok) sessionStorage.setItem('api-key', (await response.json()).api_key)
}

const ask = async (path) => {
  const response = await fetch(path, { headers: { 'x-api-key': apiKey } })
  return response.ok ? response.json() : null
}

const parameters = (document) => Object.values(document.components.parameters)

/** The words that a parameter may be, if it may not be all. */
const wordsOf = (document, { $ref: ref, enum: words }) =>
  ref === undefined ? words : document.components.schemas[ref.split('/').at(-1)].enum

/** What the document has in the place of a value that works. */
const exampleOf = (name) => parameters(original).find((one) => one.name === name && one.example !== undefined)?.example

/** The document with what is known. Ids stand in bodies and replies too, so they are replaced wherever they stand. */
const filled = () => {
  let text = JSON.stringify(original)
  for (const [name, value] of Object.entries(known)) {
    if (name.endsWith('_id')) text = text.replaceAll(JSON.stringify(exampleOf(name)), JSON.stringify(value))
  }
  const document = JSON.parse(text)
  for (const one of parameters(document).filter((one) => one.in === 'query')) {
    const { schema, example } = one
    if (example !== undefined) one.example = known[one.name] ?? example
    // Scalar would send the first of the values that are allowed. It stays there to be ticked.
    else
      one.examples = { default: { value: wordsOf(document, schema)?.[0] ?? schema.default ?? '', 'x-disabled': true } }
  }
  document.info.description = `${told()}\n\n${document.info.description ?? ''}`
  return document
}

/** What stands first on the page. */
const told = () => {
  if (apiKey === '') return 'Enter an API key. The requests on this page are then filled with values that work for it.'
  if (known.subaccount_id === undefined && known.svc_id === undefined) return ''
  const subaccount = known.subaccount_id === undefined ? '' : ` your subaccount \`${known.subaccount_id}\``
  const market = known.svc_id === undefined ? '' : ` the market \`${known.svc_id}\` (${marketName})`
  return `The requests on this page are filled with${[subaccount, market].filter((part) => part !== '').join(' and')}.`
}

const show = () => {
  const securitySchemes = { apiKey: { value: apiKey }, bearer: { token: apiKey } }
  const authentication = { preferredSecurityScheme: 'apiKey', ...(apiKey === '' ? {} : { securitySchemes }) }
  const settings = {
    ...JSON.parse(place.dataset.settings),
    content: filled(),
    authentication,
    onResponseReceived: learn,
  }
  if (reference === undefined) reference = Scalar.createApiReference(place, settings)
  else reference.updateConfiguration(settings)
}

/** An open market where the limit order of the examples rests, because sellers ask for more than it pays. */
const findMarket = async () => {
  const words = { q: exampleOf('q'), exchange_name: exampleOf('exchange_name') }
  for (const query of [words, { exchange_name: words.exchange_name }, {}]) {
    const search = new URLSearchParams({ ...query, status: 'active', limit: 50 })
    const results = (await ask(`/v1/markets/search?${search}`))?.results ?? []
    if (results.length === 0) continue
    const quotes = await ask(`/v1/quotes?svc_ids=${results.map(({ svc_id }) => svc_id).join()}`)
    const rests = quotes?.quotes.find(({ best_bid, best_ask }) => best_bid !== null && best_ask > 0.4)
    const market = results.find(({ svc_id }) => svc_id === rests?.svc_id)
    if (market === undefined) continue
    const [longest] = (market.name.match(/\p{L}{4,}/gu) ?? []).sort((one, other) => other.length - one.length)
    return { ...market, q: query.q ?? longest ?? market.ticker }
  }
  return null
}

/** Finds out what works for a key. A key that is wrong, or may not ask, changes nothing, and neither does a lost answer. */
const use = (key) => {
  apiKey = key
  findFor(key).catch(() => undefined)
}

const findFor = async (key) => {
  const [subaccounts, market, orders] = await Promise.all([
    ask('/v1/subaccounts'),
    findMarket(),
    ask('/v1/orders?limit=1'),
  ])
  if (apiKey !== key) return
  // Text of an exchange, and no markup.
  marketName = market?.name.replace(/[^\p{L}\p{N} .,:?%$-]/gu, '') ?? ''
  know({
    subaccount_id: subaccounts?.find(({ is_active }) => is_active)?.subaccount_id,
    svc_id: market?.svc_id,
    event_id: market?.event_id,
    exchange_name: market?.exchange_name,
    q: market?.q,
    order_id: orders?.orders[0]?.svc_order_id,
  })
}

const know = (found) => {
  const news = Object.entries(found).filter(([name, value]) => (value ?? null) !== null && value !== known[name])
  Object.assign(known, Object.fromEntries(news))
  if (news.length > 0) show()
}

/** What a reply names, such as the order that was placed, is what the next request is about. */
const learn = async ({ request, response }) => {
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return
  const reply = await response.clone().json()
  const found = Object.entries(NAMED).map(([name, field]) => [name, firstIn(reply, field)])
  // A list of keys begins with any key, perhaps the one in use.
  know(Object.fromEntries(found.filter(([name]) => name !== 'api_key_id' || request.method === 'POST')))
}

const firstIn = (value, field) => {
  if (typeof value !== 'object' || value === null) return undefined
  if (typeof value[field] === 'string') return value[field]
  for (const part of Object.values(value)) {
    const found = firstIn(part, field)
    if (found !== undefined) return found
  }
  return undefined
}

addEventListener('input', ({ target }) => {
  if (/^pmt_[\w-]{30,}$/.test(target?.value ?? '') && target.value !== apiKey) use(target.value)
})

await takeLink()
apiKey = sessionStorage.getItem('api-key') ?? ''
original = await (await fetch('/v1/openapi.json')).json()
show()
if (apiKey !== '') use(apiKey)
