/** Addresses of an exchange as scripts read them: the first of its hosts is `url`, any other `<host>_url` (`market_ws_url`). */
export const shownAddresses = (addresses: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(addresses).map(([host, url], place) => [
      place === 0 ? 'url' : `${host.replaceAll(/[A-Z]/g, '_$&').toLowerCase()}_url`,
      url,
    ]),
  )
