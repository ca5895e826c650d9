/** Path at which clients open a stream on one machine. On AWS the WebSocket API has an address of its own. */
export const STREAM_PATH = '/v1/stream'
