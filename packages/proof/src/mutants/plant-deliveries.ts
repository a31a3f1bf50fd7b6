import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@cardwright/contract';
import type { NotificationArrived } from '../../../cli/src/conformance/deliveries.ts';
import { changedJson, everywhere, type Mutant } from './mutant.ts';

/** Senders of notifications that lose, change, duplicate or reorder them. */
export function plantedInDeliveries(): Mutant[] {
  const alter = (
    id: string,
    deliver: () => (delivery: NotificationArrived) => readonly NotificationArrived[],
  ): Mutant => ({
    id,
    kind: 'notification',
    tamper: () => ({ deliver: deliver() }),
  });
  const json = (id: string, change: (message: JsonObject) => JsonObject | undefined): Mutant =>
    alter(id, () => (delivery) => [{ ...delivery, text: changedJson(delivery.text, change) ?? delivery.text }]);
  return [
    ...['TC', 'TE'].map((type) => alter(`${type} is never sent`, () => (one) => (isOf(one, type) ? [] : [one]))),
    alter('a deletion is never sent', () => (one) => (one.text.includes('"tokenEventIndicator":"4"') ? [] : [one])),
    alter('notifications arrive twice', () => (one) => [
      one,
      { ...one, text: changedJson(one.text, (message) => ({ ...message, id: randomUUID() })) ?? one.text },
    ]),
    alter('a later notification overtakes an earlier one', overtaking),
    alter('a notification is sent again under another id', () => (one) => [
      { ...one, text: changedJson(one.text, (message) => ({ ...message, id: randomUUID() })) ?? one.text },
    ]),
    ...[
      'clientId',
      'maskedCardNumber',
      'requestorId',
      'requestorName',
      'deviceType',
      'tokenEventReasonCode',
      'activationCode',
      'timestamp',
    ].map((name) => json(`notifications lack ${name}`, (message) => everywhere(message, name, () => undefined))),
    json('suspension is reported as 3', (message) =>
      everywhere(message, 'tokenEventIndicator', (value) => (value === '6' ? '3' : value)),
    ),
    json('resumption is reported as TD', (message) => (message.type === 'TE' ? { ...message, type: 'TD' } : undefined)),
    json('a type is too long', (message) => ({ ...message, type: `${String(message.type)}XXXX` })),
    json('a notification is changed after it was signed', (message) => ({ ...message, extra: 1 })),
    alter('notifications are not signed', () => ({ headers, ...one }) => {
      const { 'webhook-signature': _, ...rest } = headers;
      return [{ ...one, headers: rest }];
    }),
  ];
}

const isOf = ({ text }: NotificationArrived, type: string) => text.includes(`"type":"${type}"`);

/** Holds back the completion until the suspension has arrived. */
function overtaking() {
  let delayed: NotificationArrived | undefined;
  return (one: NotificationArrived): readonly NotificationArrived[] => {
    if (isOf(one, 'TC') && delayed === undefined) {
      delayed = one;
      return [];
    }
    if (delayed === undefined) return [one];
    const [first, later] = [one, delayed];
    delayed = undefined;
    return [first, later];
  };
}
