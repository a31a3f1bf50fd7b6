import type { JsonObject } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { findingsOf } from '../../testing/merchants/merchants.ts';
import {
  hitsOf,
  loadDenyListOf,
  REVIEW_REASON,
  review,
  sendHitDecision,
  submit,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
const SCOPES_OF = {
  'twin-submitter': ['merchants:write', 'merchants:read'],
  'twin-reviewer': ['merchants:review', 'merchants:read'],
  'twin-approver': ['merchants:review', 'merchants:approve', 'merchants:read'],
} as const;
const ANOTHER = 'was sent by the same person: another person must decide';

beforeAll(async () => {
  const oauth_clients = Object.entries(SCOPES_OF).map(([client_id, scopes]) => ({
    ...{ client_id, secret: `${client_id}-secret`, kind: 'acquirer' as const, acquirer_id: 'DEMO' },
    ...{ scopes: [...scopes], person: 'idp#twin' },
  }));
  await applyConfiguration(server.db.database, { banks: [], oauth_clients }, { sandbox: true });
});

const act = async (applicationId: string, action: string, as: string) => {
  const { json } = await review(server, applicationId, action, REVIEW_REASON, as);
  return (json.errors as { message: string }[] | undefined)?.map(({ message }) => message.replace(/^\S+ /, '')) ?? [];
};
const isAsked = async (applicationId: string, as: string) => {
  const url = '/V2/merchants/applications?relation=ASKED_OF_ME';
  const { json } = await server.request({ method: 'GET', url, as });
  return (json.applications as { applicationId: string }[]).some((one) => one.applicationId === applicationId);
};

describe('two clients of one person', () => {
  it('cannot submit and decide about a merchant', async () => {
    const { applicationId } = await submit(server, [uniqueMerchant({ kyc: false })], 'twin-submitter');
    await server.server.screeningIdle();
    expect(await isAsked(applicationId, 'twin-reviewer')).toBe(false);
    for (const action of ['review', 'confirm-kyc']) {
      expect(await act(applicationId, action, 'twin-reviewer')).toEqual([ANOTHER]);
    }
    for (const action of ['review', 'confirm-kyc'])
      expect(await act(applicationId, action, 'demo-reviewer')).toEqual([]);
    expect(await act(applicationId, 'approve', 'twin-approver')).toEqual([ANOTHER]);
    expect(await act(applicationId, 'approve', 'demo-approver')).toEqual([]);
  });

  it('cannot review and approve a merchant', async () => {
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ kyc: false })]);
    for (const action of ['review', 'confirm-kyc'])
      expect(await act(applicationId, action, 'twin-reviewer')).toEqual([]);
    expect(await isAsked(applicationId, 'twin-approver')).toBe(false);
    expect(await isAsked(applicationId, 'demo-approver')).toBe(true);
    expect(await act(applicationId, 'approve', 'twin-approver')).toEqual([
      'was reviewed by the same person: approval needs a second one',
      'had its KYC confirmed by the same person: approval needs a second one',
    ]);
  });

  it('cannot confirm and clear a hit, nor clear it and approve the merchant', async () => {
    const merchant = uniqueMerchant();
    await loadDenyListOf(server, `name,reason\n${merchant.legalName},Listed\n`);
    const { applicationId } = await submitAndScreen(server, [merchant]);
    const hits = await hitsOf(server, applicationId);
    const decide = async (decision: 'clear' | 'confirm', as: string) => {
      const answers = hits.map(({ hitId }) =>
        sendHitDecision(server, applicationId, hitId, decision, REVIEW_REASON, as),
      );
      return (await Promise.all(answers)).map(({ status, json }) => [
        status,
        json.error_code ?? (json.hit as JsonObject).state,
      ]);
    };
    const all = (outcome: unknown) => hits.map(() => outcome);
    expect(hits.length).toBeGreaterThan(0);
    expect(await decide('confirm', 'twin-reviewer')).toEqual(all([200, 'CONFIRMED']));
    expect(await decide('clear', 'twin-approver')).toEqual(all([409, '420']));
    expect(await decide('confirm', 'demo-reviewer')).toEqual(all([409, '420']));
    expect(await decide('clear', 'second-reviewer')).toEqual(all([200, 'CLEARED']));
    expect(await decide('confirm', 'demo-reviewer')).toEqual(all([200, 'CONFIRMED']));
    expect(await decide('clear', 'twin-reviewer')).toEqual(all([200, 'CLEARED']));
    expect(await act(applicationId, 'review', 'demo-reviewer')).toEqual([]);
    expect(await isAsked(applicationId, 'twin-approver')).toBe(false);
    const answer = await review(server, applicationId, 'approve', REVIEW_REASON, 'twin-approver');
    expect(findingsOf(answer)).toEqual(['420 merchantIds']);
    expect(await act(applicationId, 'approve', 'twin-approver')).toEqual([
      'had a hit cleared by the same person: approval needs a second one',
    ]);
  });
});
