/** What EXCHANGE_C adds to files that exist: a line for itself, and the import of what the line names. */

export interface Addition {
  /** What the new text stands behind. */
  readonly after: string
  readonly text: string
}

/** Its name. Everything else is a consequence, and the compiler names it. */
export const NAME: Readonly<Record<string, readonly Addition[]>> = {
  'shared/domain/kernel/exchange-name.ts': [{ after: "'EXCHANGE_B'", text: ", 'EXCHANGE_C'" }],
}

/** The tables of contents. */
export const TABLES: Readonly<Record<string, readonly Addition[]>> = {
  'shared/domain/exchanges/traits-of.ts': [
    { after: '  EXCHANGE_B,\n', text: '  EXCHANGE_C,\n' },
    { after: "from './exchange-b.ts'\n", text: "import { EXCHANGE_C } from './exchange-c.ts'\n" },
  ],
  'shared/ports/exchanges/exchange-addresses.ts': [
    {
      after: "setting: 'exchangeBUserWsUrl',\n      streamsFor: 'clob',\n    },\n  },\n",
      text: "  EXCHANGE_C: { town: { publicAddress: 'memory:public', setting: 'exchangeCUrl' } },\n",
    },
  ],
  'shared/adapters/exchanges/public.ts': [
    { after: 'TableOfContents<MarketDataSource> = {\n', text: '  EXCHANGE_C: villageMarketData,\n' },
    {
      after: "from './registry.ts'\n",
      text: "import { villageMarketData } from './village/village-market-data.ts'\n",
    },
  ],
  'shared/adapters/exchanges/accounts.ts': [
    { after: 'TableOfContents<Exchange> = {\n', text: '  EXCHANGE_C: villageExchange,\n' },
    { after: "from './registry.ts'\n", text: "import { villageExchange } from './village/village-exchange.ts'\n" },
  ],
  'shared/adapters/exchanges/streams.ts': [
    {
      after: 'TableOfContents<WatchedExchange> = {\n',
      text: '  EXCHANGE_C: (options) => ({ marketData: villageMarketData(options), prices: null, accounts: null }),\n',
    },
    {
      after: "from './registry.ts'\n",
      text: "import { villageMarketData } from './village/village-market-data.ts'\n",
    },
  ],
  'shared/adapters/exchanges/paper.ts': [
    {
      after: '): TableOfContents<Exchange> => ({\n',
      text:
        '  EXCHANGE_C: (options) =>\n' +
        '    paperExchange({ ...options, store, settings, marketData: villageMarketData(options), rules: VILLAGE_PAPER_RULES }),\n',
    },
    {
      after: 'PAPER_STREAMS: TableOfContents<WatchedExchange> = {\n',
      text: '  EXCHANGE_C: (options) => ({ marketData: villageMarketData(options), prices: null, accounts: null }),\n',
    },
    {
      after: "from './streams.ts'\n",
      text:
        "import { villageMarketData } from './village/village-market-data.ts'\n" +
        "import { VILLAGE_PAPER_RULES } from './village/village-paper-rules.ts'\n",
    },
  ],
  'shared/adapters/store/engine/keys.ts': [{ after: "EXCHANGE_B: 'B'", text: ", EXCHANGE_C: 'C'" }],
  'shared/contract/accounts/credentials-record.ts': [
    { after: '  of: {\n', text: '    EXCHANGE_C: object({ member: string({ min: 1, max: 100 }) }),\n' },
  ],
  'shared/contract/accounts/credentials-examples.ts': [
    { after: 'credentialsBodies: CredentialsBodies = {\n', text: "  EXCHANGE_C: { member: 'ada' },\n" },
  ],
  'local/simulators/start-simulators.ts': [
    {
      after: "start('EXCHANGE_B', startLocalPolymarket),\n",
      text: "    EXCHANGE_C: await start('EXCHANGE_C', startLocalVillage),\n",
    },
    {
      after: "from './local-polymarket.ts'\n",
      text: "import { startLocalVillage } from './local-village.ts'\n",
    },
  ],
  'test/support/world.ts': [
    { after: 'EXCHANGE_B: polymarketStoryExchange', text: ', EXCHANGE_C: villageStoryExchange' },
    {
      after: "from './simulators/story-exchange.ts'\n",
      text: "import { villageStoryExchange } from './simulators/village.ts'\n",
    },
  ],
}
