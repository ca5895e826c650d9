/** Text of `GET /llms.txt`: the places where a language model finds what it needs to use this service. The format is described at llmstxt.org. */

export const LLMS_TEXT = `# Prediction-market trading service

> Trades prediction markets on two exchanges (Kalshi as EXCHANGE_A, Polymarket as EXCHANGE_B) through one HTTP + JSON interface.

Each request needs a key of this service in the header \`x-api-key\`, or \`Authorization: Bearer\`. Prices are YES prices in dollars between 0 and 1. An instrument is the integer \`svc_id\`. Orders are accepted with 202 and executed afterwards: repeat a POST only under the same \`Idempotency-Key\`.

## Tools

- \`POST /v1/mcp\`: the Model Context Protocol over Streamable HTTP, without sessions. Its tools read, preview and trade as far as the scope of the key allows. Its resources are the guides; begin with \`guide:///agents\`.

## Documents

- [OpenAPI](/v1/openapi.json): every endpoint and field with its meaning, unit and range
- [Reference page](/v1/docs): the same for people, unless the owner has switched it off
- [Health](/v1/health): version, kind of accounts, address of the stream
`
