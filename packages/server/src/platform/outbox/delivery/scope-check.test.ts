import type { Scope } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { partnerEndpointId } from '../endpoints/partner-endpoint.ts';
import type { ClaimedMessage } from './claim-store.ts';
import type { DestinationRow } from './destination-store.ts';
import { createScopeCheck } from './scope-check.ts';

const row = (more: Partial<DestinationRow> = {}) =>
  ({
    bank_id: 'DEMO',
    owner_kind: 'bank',
    owner_id: 'DEMO',
    endpoint_id: 'an-endpoint',
    holder: 'demo-bank',
    holder_scopes: null,
    ...more,
  }) as DestinationRow;
const message = (type: string) => ({ type }) as ClaimedMessage;
const reasons = (unscoped: readonly { reason: string }[]) => unscoped.map(({ reason }) => reason);

describe('the messages that are not sent', () => {
  it('are those that the holder has no scope for, and no others of the request', async () => {
    const findUnscoped = createScopeCheck(async () => ['tokens:read']);
    const messages = ['TC', 'AC', 'TD', 'rule.live'].map(message);
    const unscoped = await findUnscoped(row(), messages);
    expect(unscoped.map((each) => each.message)).toEqual([messages[1], messages[3]]);
    expect(reasons(unscoped)).toEqual([
      'demo-bank, the holder of the endpoint, lacks the scope tokens:codes for AC',
      'demo-bank, the holder of the endpoint, lacks the scope programs:read for rule.live',
    ]);
  });

  it('include types that the table does not list, whatever the scopes of the holder', async () => {
    const findUnscoped = createScopeCheck(async () => ['tokens:read', 'webhooks:read']);
    expect(await findUnscoped(row(), [message('other.thing'), message('constructor')])).toHaveLength(2);
  });

  it('are all of an endpoint without a holder, except the advices of the configured one', async () => {
    const findUnscoped = createScopeCheck(async () => []);
    const nobody = 'the endpoint has no holder: a caller with the scopes of its events has to change it';
    const messages = [message('authorization.advice'), message('TC')];
    expect(reasons(await findUnscoped(row({ holder: null }), messages))).toEqual([nobody, nobody]);
    const ofConfiguration = row({ holder: null, endpoint_id: partnerEndpointId('DEMO') });
    expect(reasons(await findUnscoped(ofConfiguration, messages))).toEqual([nobody]);
    const ofAnotherBank = row({ holder: null, endpoint_id: partnerEndpointId('OTHR') });
    expect(await findUnscoped(ofAnotherBank, messages)).toHaveLength(2);
  });
});

describe('the scopes of a holder', () => {
  it('are read once for many messages', async () => {
    let read = 0;
    const findUnscoped = createScopeCheck(async () => {
      read += 1;
      return ['tokens:read'];
    });
    const sent = Array.from({ length: 500 }, () => findUnscoped(row(), [message('TC')]));
    expect((await Promise.all(sent)).flat()).toEqual([]);
    expect(read).toBe(1);
  });

  it('apply to one owner only', async () => {
    const grants: Readonly<Record<string, Scope[]>> = { DEMO: ['tokens:read'], OTHR: [] };
    const findUnscoped = createScopeCheck(async ({ ownerId }) => grants[ownerId] ?? []);
    expect(await findUnscoped(row(), [message('TC')])).toEqual([]);
    expect(await findUnscoped(row({ owner_id: 'OTHR' }), [message('TC')])).toHaveLength(1);
  });

  it('are read again after a failure, until which nothing is sent', async () => {
    let isAway = true;
    const findUnscoped = createScopeCheck(async () => {
      if (isAway) throw new Error('the database is away');
      return ['tokens:read'];
    });
    await expect(findUnscoped(row(), [message('TC')])).rejects.toThrow('the database is away');
    isAway = false;
    expect(await findUnscoped(row(), [message('TC')])).toEqual([]);
  });
});
