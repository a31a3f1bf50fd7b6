import { describe, expect, it } from 'vitest';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { type Aspect, fieldAuthority, operationAuthority } from './authority.ts';

const operations: readonly Operation[] = OPERATIONS;

describe('the source of a statement of the reference', () => {
  it('is the interface for its own operations, and for no other', () => {
    expect(operations.filter((one) => operationAuthority(one) === 'interface').map(({ id }) => id)).toEqual([
      'clients.create-client',
      'card-settings.update-settings',
      'card-settings.get-settings',
      'restrictions.set-restriction',
      'insurance.list-programs',
      'insurance.read-program',
      'authorization.authorize-ecommerce',
      'receiver.receive-token-notification',
      'merchants.onboard-merchants',
    ]);
  });

  it.each([
    ['clients.create-client', 'body.card_name', 'maximum', 'interface'],
    ['clients.create-client', 'body.addresses[0].city', 'presence', 'interface'],
    ['clients.create-client', 'answer.card_name', 'maximum', 'ours'],
    ['accounts.create-account', 'body.card_type', 'values', 'ours'],
    ['card-settings.update-settings', 'body.cardSettings.ecomStatus', 'values', 'ours'],
    ['card-settings.update-settings', 'body.cardSettings.cardPresentStatus', 'maximum', 'interface'],
    ['card-settings.update-settings', 'body.cardSettings.dailyLimit', 'maximum', 'ours'],
    ['card-settings.update-settings', 'body.accountNumber', 'presence', 'interface'],
    ['card-settings.get-settings', 'answer.cardSettings.dailyLimit', 'presence', 'interface'],
    ['merchants.onboard-merchants', 'payload.applications[0].merchants[0].trn', 'maximum', 'ours'],
    ['merchants.onboard-merchants', 'payload.applications[0].merchants[0].trn', 'presence', 'interface'],
    [
      'merchants.onboard-merchants',
      'payload.applications[0].merchants[0].terminals[0].terminalName',
      'maximum',
      'interface',
    ],
    ['merchants.onboard-merchants', 'answer.requestId', 'presence', 'ours'],
  ] as [string, string, Aspect, string][])('%s %s: the source of its %s is %s', (id, path, aspect, by) => {
    expect(fieldAuthority({ id }, path, aspect)).toBe(by);
  });

  it('is the interface for the formats that its tables name', () => {
    const id = 'clients.create-client';
    expect(fieldAuthority({ id }, 'body.personal_details.date_of_birth', 'format', 'date')).toBe('interface');
    expect(fieldAuthority({ id }, 'body.contact_details.email', 'format', 'email')).toBe('ours');
  });
});
