import { DECISION_EVENTS, ENDING_EVENTS, LIMIT_REACHED, SWITCH_SPENT } from '../authorization/authorization-events.ts';
import { PARTNER_ADVICE } from '../authorization/partner-decision.ts';
import { CHANGE_DECISION, CHANGE_REQUESTED } from '../change-requests/change-request-events.ts';
import { RULE_LIVE } from '../rules/rule-live-event.ts';
import type { NotificationType } from '../tokens/token-notification.ts';

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
  PARTNER_ADVICE,
] as const;
export type AuthorizationEventType = (typeof ALL_AUTHORIZATION_EVENTS)[number];

/** Events that an endpoint can subscribe to, by the kind of its owner. `usual` is the default. */
export const WEBHOOK_EVENTS = {
  bank: {
    usual: TOKEN_EVENTS,
    all: [
      ...TOKEN_EVENTS,
      ...TOKEN_EVENTS_BY_INDICATOR,
      ...ALL_AUTHORIZATION_EVENTS,
      RULE_LIVE,
      CHANGE_REQUESTED,
      CHANGE_DECISION,
      ...OPERATIONAL_EVENTS,
    ],
  },
  acquirer: { usual: ['merchant.status'], all: ['merchant.status', ...OPERATIONAL_EVENTS] },
} as const;

export const ALL_WEBHOOK_EVENTS = [...WEBHOOK_EVENTS.bank.all, 'merchant.status'] as const;
export type WebhookEvent = (typeof ALL_WEBHOOK_EVENTS)[number];
