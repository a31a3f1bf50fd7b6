import {
  DECISION_EVENTS,
  ENDING_EVENTS,
  EXCEPTION_USED,
  LIMIT_REACHED,
  SWITCH_SPENT,
} from '../authorization/authorization-events.ts';
import { PARTNER_ADVICE } from '../authorization/partner-decision.ts';
import { CHANGE_DECISION, CHANGE_REQUESTED } from '../change-requests/change-request-events.ts';
import { RULE_LIVE } from '../rules/rule-live-event.ts';
import { PROVISIONING_DECISION } from '../tokens/provisioning-event.ts';
import type { NotificationType } from '../tokens/token-notification.ts';
import { CHANGES_OF_OWNER } from './change-events.ts';

/** Token events of a bank. By default, an endpoint gets all of them. */
const TOKEN_EVENTS = ['AC', 'TC', 'TD', 'TE'] as const satisfies readonly NotificationType[];

/** The indicators of TD, the only type with several: deactivated, deleted, suspended. */
const TOKEN_EVENTS_BY_INDICATOR = ['TD:3', 'TD:4', 'TD:6'] as const;

/** Events about another endpoint of the same owner. They require a subscription. */
const OPERATIONAL_EVENTS = [
  'endpoint.registered',
  'endpoint.changed',
  'endpoint.failing',
  'endpoint.disabled',
  'message.dead',
] as const;
export type OperationalEvent = (typeof OPERATIONAL_EVENTS)[number];

/** Authorization events. They require a subscription. */
export const ALL_AUTHORIZATION_EVENTS = [
  ...DECISION_EVENTS,
  ...ENDING_EVENTS,
  SWITCH_SPENT,
  LIMIT_REACHED,
  EXCEPTION_USED,
  PARTNER_ADVICE,
] as const;
export type AuthorizationEventType = (typeof ALL_AUTHORIZATION_EVENTS)[number];

/**
 * Prefixes that an endpoint can subscribe to. Each covers all types that begin with it, including those of later
 * versions.
 */
export const EVENT_PREFIXES = {
  bank: [
    'account.*',
    'authorization.*',
    'card.*',
    'client.*',
    'endpoint.*',
    'exception.*',
    'limit.*',
    'list.*',
    'message.*',
    'program.*',
    'promise.*',
    'restriction.*',
    'rule.*',
    'settings.*',
    'switch.*',
    'token.*',
  ],
  acquirer: ['application.*', 'endpoint.*', 'merchant.*', 'message.*'],
} as const;

/** Events that an endpoint can subscribe to, by the kind of its owner. `usual` is the default. */
export const WEBHOOK_EVENTS = {
  bank: {
    usual: TOKEN_EVENTS,
    all: [
      ...TOKEN_EVENTS,
      ...TOKEN_EVENTS_BY_INDICATOR,
      ...ALL_AUTHORIZATION_EVENTS,
      RULE_LIVE,
      PROVISIONING_DECISION,
      CHANGE_REQUESTED,
      CHANGE_DECISION,
      ...OPERATIONAL_EVENTS,
      ...CHANGES_OF_OWNER.bank,
      ...EVENT_PREFIXES.bank,
    ],
  },
  acquirer: {
    usual: ['merchant.status'],
    all: ['merchant.status', ...OPERATIONAL_EVENTS, ...CHANGES_OF_OWNER.acquirer, ...EVENT_PREFIXES.acquirer],
  },
} as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)['bank' | 'acquirer']['all'][number];

/** Each event once, those of a bank first. */
export const ALL_WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  ...new Set<WebhookEvent>([...WEBHOOK_EVENTS.bank.all, ...WEBHOOK_EVENTS.acquirer.all]),
];

/**
 * Returns the prefix that covers a type. Undefined for a type without a period.
 *
 * @example prefixOf('card.created') // 'card.*'
 */
export function prefixOf(type: string): string | undefined {
  const point = type.indexOf('.');
  return point < 0 ? undefined : `${type.slice(0, point)}.*`;
}
