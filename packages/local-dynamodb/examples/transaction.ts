import { CreateTableCommand, DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'

const client = new DynamoDBClient({
  endpoint: process.argv[2] ?? 'http://127.0.0.1:8000',
  region: 'local',
  credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
})
const TableName = `accounts-${Date.now()}`
await client.send(
  new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  }),
)
const open = (id: string) => ({
  Put: {
    TableName,
    Item: { id: { S: id }, cents: { N: '100' } },
    ConditionExpression: 'attribute_not_exists(id)',
  },
})
await client.send(new TransactWriteItemsCommand({ TransactItems: [open('ann'), open('bob')] }))
const again = await client
  .send(new TransactWriteItemsCommand({ TransactItems: [open('cleo'), open('bob')] }))
  .catch((error: Error) => error.name)
const cleo = await client.send(new GetItemCommand({ TableName, Key: { id: { S: 'cleo' } } }))
console.log(`${again}; cleo ${cleo.Item === undefined ? 'was not opened' : 'was opened'}`)
