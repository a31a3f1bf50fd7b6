import {
  type DecisionEvent,
  DecisionEvent as DecisionEventSchema,
  type EndingEvent,
  EndingEvent as EndingEventSchema,
  type ExceptionUsedEvent,
  ExceptionUsedEvent as ExceptionUsedEventSchema,
  type LimitReachedEvent,
  LimitReachedEvent as LimitReachedEventSchema,
  type SwitchSpentEvent,
  SwitchSpentEvent as SwitchSpentEventSchema,
} from '../authorization/authorization-events.ts';
import { type RuleLiveEvent, RuleLiveEvent as RuleLiveEventSchema } from '../rules/rule-live-event.ts';
import { type ChangeEvent, ChangeEvent as ChangeEventSchema } from './change-event.ts';
import { CHANGE_EVENTS, type ChangeEventName } from './change-events.ts';

/** The schemas of events other than token notifications, by the name of their type in generated code. */
export const WEBHOOK_PAYLOADS = {
  ChangeEvent: ChangeEventSchema,
  DecisionEvent: DecisionEventSchema,
  EndingEvent: EndingEventSchema,
  SwitchSpentEvent: SwitchSpentEventSchema,
  LimitReachedEvent: LimitReachedEventSchema,
  ExceptionUsedEvent: ExceptionUsedEventSchema,
  RuleLiveEvent: RuleLiveEventSchema,
} as const;

/** An event of one of these schemas. `type` distinguishes them. */
export type WebhookPayload =
  | ChangeEvent
  | DecisionEvent
  | EndingEvent
  | SwitchSpentEvent
  | LimitReachedEvent
  | ExceptionUsedEvent
  | RuleLiveEvent;

/**
 * Returns a complete example of an event.
 *
 * @example exampleOfChange('card.status_changed').after // { card_status: 'BLOCKED' }
 */
export function exampleOfChange(type: ChangeEventName): ChangeEvent {
  const { before, after } = CHANGE_EVENTS[type].example;
  const [noun = type] = type.split('.', 1);
  const isOfAcquirer = noun === 'merchant' || noun === 'application';
  return {
    id: '7d1f6a52-0f0e-4c39-9d1b-2b8a44f0c0aa',
    type,
    occurred_at: '2026-11-20T08:00:00.000Z',
    ...(isOfAcquirer ? { acquirer: 'DEMO' } : { bank: 'DEMO' }),
    object: { kind: noun, id: IDS[noun] ?? '1', version: null },
    actor: { kind: 'client', id: isOfAcquirer ? 'demo-reviewer' : 'demo-bank' },
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown> | null,
    audit_id: '4711',
  };
}

const IDS: Readonly<Record<string, string>> = {
  client: 'C0001',
  account: '001000000001',
  settings: '001000000001',
  card: '9000000000000000018',
  restriction: 'ATM',
  limit: 'GROCERIES',
  program: 'DEBIT-CLASSIC',
  list: 'casinos',
  merchant: 'M1',
  application: 'A1',
};
