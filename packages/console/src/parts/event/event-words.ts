import type { WebhookEvent } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { CHANGE_WORDS } from './change-words.ts';

/** The meanings of event types, for people who do not know the codes. */
const EVENT_WORDS: Readonly<Record<Exclude<WebhookEvent, `${string}.*`>, WordKey>> = {
  ...CHANGE_WORDS,
  AC: 'event.activation',
  TC: 'event.completion',
  TD: 'event.tokenEvent',
  TE: 'event.resume',
  'TD:3': 'event.deactivated',
  'TD:4': 'event.deleted',
  'TD:6': 'event.suspended',
  'authorization.approved': 'event.approved',
  'authorization.declined': 'event.declined',
  'authorization.reversed': 'event.reversed',
  'authorization.completed': 'event.completed',
  'authorization.expired': 'event.expired',
  'switch.spent': 'event.switchSpent',
  'exception.used': 'event.exceptionUsed',
  'limit.reached': 'event.limitReached',
  'authorization.advice': 'event.advice',
  'rule.live': 'event.ruleLive',
  'token.provisioning.decided': 'event.provisioningDecided',
  'change.requested': 'event.changeRequested',
  'change.decided': 'event.changeDecided',
  'endpoint.registered': 'event.endpointRegistered',
  'endpoint.changed': 'event.endpointChanged',
  'endpoint.failing': 'event.endpointFailing',
  'endpoint.disabled': 'event.endpointDisabled',
  'message.dead': 'event.messageDead',
  'merchant.status': 'event.merchantStatus',
};

/**
 * Describes an event by its type and its indicator, if it has one. Returns undefined for a type that this version does
 * not know.
 */
export function eventWord(type: string, indicator: string | null = null): WordKey | undefined {
  const words: Readonly<Record<string, WordKey>> = EVENT_WORDS;
  return words[`${type}:${indicator}`] ?? words[type];
}
