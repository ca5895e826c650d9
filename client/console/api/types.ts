/** Types of the service's answers, by the names of its OpenAPI document. */

import type { components } from '../../openapi-types.ts'

type Schemas = components['schemas']
export type ApiKey = Schemas['ApiKey']
export type ComplexOrder = Schemas['ComplexOrder']
export type CreateOrder = Schemas['CreateOrder']
export type CreateComplexOrder = Schemas['CreateComplexOrder']
export type ConditionalOrderParams = Schemas['ConditionalOrderParams']
export type CustomAsset = Schemas['CustomAsset']
export type Credentials = Schemas['Credentials']
export type ExchangeName = Schemas['Market']['exchange_name']
export type Fill = Schemas['Fill']
export type Limits = Schemas['Limits']
export type Market = Schemas['Market']
export type Order = Schemas['Order']
export type OrderWithFills = Schemas['OrderWithFills']
export type Position = Schemas['Position']
export type Preview = Schemas['PreviewOrderReply']
export type Quote = Schemas['Quote']
export type Subaccount = Schemas['Subaccount']
export type Webhook = Schemas['Webhook']
export type WebhookDelivery = Schemas['WebhookDelivery']
