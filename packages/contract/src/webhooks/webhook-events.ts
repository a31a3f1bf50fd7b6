import type { NotificationType } from '../tokens/token-notification.ts';

/** The events of tokens that a bank gets: all of them, unless the endpoint says otherwise. */
const TOKEN_EVENTS = ['AC', 'TC', 'TD', 'TE'] as const satisfies readonly NotificationType[];

/** One indicator of TD, the only type that has several: deactivated, deleted, suspended. */
const TOKEN_EVENTS_BY_INDICATOR = ['TD:3', 'TD:4', 'TD:6'] as const;

/** What an endpoint can ask for, by who owns it; `usual` is what it gets without asking. */
export const WEBHOOK_EVENTS = {
  bank: { usual: TOKEN_EVENTS, all: [...TOKEN_EVENTS, ...TOKEN_EVENTS_BY_INDICATOR] },
  acquirer: { usual: ['merchant.status'], all: ['merchant.status'] },
} as const;

export const ALL_WEBHOOK_EVENTS = [...WEBHOOK_EVENTS.bank.all, ...WEBHOOK_EVENTS.acquirer.all] as const;
export type WebhookEvent = (typeof ALL_WEBHOOK_EVENTS)[number];
