import type { JsonObject, Operation } from '@cardwright/contract';
import { freshId } from '../made-values.ts';
import { chargeMessage } from '../message.ts';
import { headerOf, type Parts, type RequestFacts } from '../requests.ts';
import type { KnownCard } from '../target.ts';
import { envelopeSamples, type SampleFacts } from './envelope-samples.ts';
import { notificationSample } from './notification-sample.ts';
import { publishedSample } from './published-samples.ts';
import { WHOLE_ONBOARDING } from './whole-onboarding.ts';

const NOTHING: Parts = { params: {}, query: {}, headers: {}, request: {} };

/** A request of the operation with every field of its sample. Each request has new ids. */
export function partsFor(
  operation: Operation,
  card: KnownCard,
  values: SampleFacts,
  facts: RequestFacts,
): Parts | undefined {
  if (operation.surface === 'envelope') {
    const body = envelopeSamples(card, values)[operation.id] ?? publishedBody(operation);
    return body && { ...NOTHING, request: { header: headerOf(operation, facts), body } };
  }
  if (operation.surface === 'flat') {
    const request = chargeMessage(card, facts.bank, facts.now(), { Currency_Conversion_Date: '20261120' });
    return { ...NOTHING, request };
  }
  if (operation.surface === 'notification') return { ...NOTHING, request: notificationSample('TD', facts.now()) };
  if (operation.id === 'merchants.onboard-merchants') {
    return { ...NOTHING, query: { validateOnly: 'true' }, request: withFreshIds(WHOLE_ONBOARDING) };
  }
  const published = publishedSample(operation);
  if (published === undefined) return undefined;
  if (operation.headers === undefined) {
    const request = {
      ...('accounts' in published.request && { accounts: [card.accountNumber] }),
      ...('account_number' in published.request && { account_number: card.accountNumber }),
    };
    return { ...published, query: ofKnown(published.query, card), request: { ...published.request, ...request } };
  }
  const headers = { 'Unique-Reference-Code': freshId(12), 'Channel-Id': 'CONFORM', 'Financial-Id': facts.bank.bankId };
  const params = 'card_identifier_id' in published.params ? { ...published.params, card_identifier_id: card.exid } : {};
  const query = Object.keys(operation.query.properties).length > 0 ? { card_identify_type: 'EXID' } : {};
  return { ...published, headers, params, query };
}

/** Replaces ids in the query with those of an existing customer and account. */
function ofKnown(query: Parts['query'], { customerId, accountNumber }: KnownCard): Parts['query'] {
  const knownValues = new Map([
    ['customer_id', customerId],
    ['account_number', accountNumber],
  ]);
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, knownValues.get(name) ?? value]));
}

function publishedBody(operation: Operation): JsonObject | undefined {
  const [root] = Object.values(publishedSample(operation)?.request ?? {});
  const [request] = Object.values((root ?? {}) as JsonObject);
  return (request as JsonObject | undefined)?.body as JsonObject | undefined;
}

/** Replaces every id of the request with a new one. */
export function withFreshIds(request: JsonObject): JsonObject {
  const own = freshId(8);
  const text = JSON.stringify(request, (name, value) =>
    ['requestId', 'merchantId', 'terminalId', 'chainId'].includes(name) && typeof value === 'string'
      ? `${value}-${own}`
      : value,
  );
  return JSON.parse(text) as JsonObject;
}
