import {
  DECISION_EVENTS,
  ENDING_EVENTS,
  EXCEPTION_USED,
  LIMIT_REACHED,
  SWITCH_SPENT,
} from '../authorization/authorization-events.ts';
import { RULE_LIVE } from '../rules/rule-live-event.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { ALL_CHANGES, CHANGE_EVENTS, type ChangeEventName } from '../webhooks/change-events.ts';
import { scopeOfEvent } from '../webhooks/event-scopes.ts';
import { exampleOfChange, WEBHOOK_PAYLOADS } from '../webhooks/webhook-payloads.ts';
import type { Components, Json } from './components.ts';
import { describeSchema } from './schema.ts';

const {
  ChangeEvent,
  DecisionEvent,
  EndingEvent,
  SwitchSpentEvent,
  LimitReachedEvent,
  ExceptionUsedEvent,
  RuleLiveEvent,
} = WEBHOOK_PAYLOADS;

/** Events other than changes, by their types. */
const OTHERS: Readonly<Record<string, readonly [title: string, types: readonly string[], schema: FieldSchema]>> = {
  decision: ['Decision', DECISION_EVENTS, DecisionEvent as FieldSchema],
  reservationEnd: ['Reservation ended', ENDING_EVENTS, EndingEvent as FieldSchema],
  switchSpent: ['One-time switches used', [SWITCH_SPENT], SwitchSpentEvent as FieldSchema],
  limitReached: ['Limit reached', [LIMIT_REACHED], LimitReachedEvent as FieldSchema],
  exceptionUsed: ['Exception used', [EXCEPTION_USED], ExceptionUsedEvent as FieldSchema],
  ruleLive: ['Rule went live', [RULE_LIVE], RuleLiveEvent as FieldSchema],
};
/** These events have the name of the receiver's operation. */
const TOKEN_TYPES = ['AC', 'TC', 'TD', 'TE'];
const TOKEN_NOTIFICATION = { $ref: '#/components/schemas/TokenNotification' };

/** The member `webhooks` of the document: what endpoints receive. Changes have one entry for each kind of object. */
export function describeWebhooks(components: Components): Json {
  const others = Object.entries(OTHERS).map(([name, [title, types, schema]]) => [
    name,
    webhookOf(`on${capital(name)}`, title, typesIn(types), types, { schema: describeSchema(schema, components) }),
  ]);
  const token = webhookOf('onTokenNotification', 'Token notification', typesIn(TOKEN_TYPES), TOKEN_TYPES, {
    schema: TOKEN_NOTIFICATION,
  });
  const nouns = [...new Set(ALL_CHANGES.map(nounOf))];
  return Object.fromEntries([
    ['tokenNotification', token],
    ...others,
    ...nouns.map((noun) => [`${noun}.*`, changesOf(noun, components)]),
  ]);
}

function changesOf(noun: string, components: Components): Json {
  const types = ALL_CHANGES.filter((type) => nounOf(type) === noun);
  const lines = types.map((type) => `- ${code(type)} (${CHANGE_EVENTS[type].since}): ${CHANGE_EVENTS[type].meaning}`);
  const description = [`Scope ${code(scopeOfEvent(`${noun}.*`) ?? '')}.`, '', ...lines].join('\n');
  const schema = describeSchema(ChangeEvent as FieldSchema, components);
  return webhookOf(`on${capital(noun)}Change`, `Changes: ${noun}`, description, types, {
    schema,
    example: exampleOfChange(types[0] as ChangeEventName),
  });
}

function webhookOf(
  operationId: string,
  summary: string,
  description: string,
  types: readonly string[],
  content: Json,
): Json {
  return {
    post: {
      operationId,
      summary,
      description,
      'x-event-types': types,
      security: [{ signature: [] }],
      requestBody: { required: true, content: { 'application/json': content } },
      responses: { '2XX': { description: 'Delivered' } },
    },
  };
}

function typesIn(types: readonly string[]): string {
  return `Types: ${types.map(code).join(', ')}`;
}

function nounOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}

function code(text: string): string {
  return `\`${text}\``;
}

function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
