import type {
  CHANGE_DECISION,
  CHANGE_REQUESTED,
  ChangeEventName,
  PARTNER_ADVICE,
  WebhookEvent,
} from '@cardwright/contract';

/**
 * Every event of the contract that a sandbox can trigger. An advice is missing, because a decision partner causes it.
 * Events of change requests are missing, because the bank of a sandbox needs no second person.
 */
export type TriggeredEvent = Exclude<
  WebhookEvent,
  typeof PARTNER_ADVICE | typeof CHANGE_REQUESTED | typeof CHANGE_DECISION | ChangeEventName | `${string}.*`
>;

/** A description of each event. The compiler checks the names against the catalogue of the contract. */
export const EVENTS: Readonly<Record<TriggeredEvent, string>> = {
  AC: 'an activation code is issued',
  TC: 'a token becomes active',
  TD: 'a token is suspended: a TD with its most frequent indicator',
  TE: 'a token is resumed',
  'TD:3': 'a token is deactivated',
  'TD:4': 'a token is deleted',
  'TD:6': 'a token is suspended',
  'authorization.approved': 'an authorization is approved',
  'authorization.declined': 'an authorization is declined',
  'authorization.reversed': 'an authorization is reversed',
  'authorization.completed': 'an authorization is completed',
  'authorization.expired': 'a reservation expires: the clock of the sandbox moves forward by 8 days',
  'switch.spent': 'an approval uses up the e-commerce switch, which was on for one payment',
  'limit.reached': 'an approval uses up the daily limit',
  'exception.used': 'an approval uses an exception, which passes the e-commerce switch',
  'rule.live': 'a rule goes live, and is retired',
  'token.provisioning.decided': 'a network requests a token, and the request is decided',
  'endpoint.registered': 'an endpoint is registered, and deleted',
  'endpoint.changed': 'the events of an endpoint change',
  'endpoint.failing': 'an endpoint fails: the clock of the sandbox moves forward by 11 minutes',
  'endpoint.disabled': 'an endpoint returns 410, and is disabled',
  'message.dead': 'an endpoint responds to a message with a final code',
  'merchant.status': 'a merchant is received from demo-acquirer',
};

/** Finds an event by its name. An argument can also spell `TD:3` as `TD-3`. */
export function eventNamed(text: string): TriggeredEvent | undefined {
  const name = text.replace(/^TD-/, 'TD:');
  return Object.hasOwn(EVENTS, name) ? (name as TriggeredEvent) : undefined;
}
