import { beforeAll, describe, expect, it } from 'vitest';
import {
  hitsOf,
  loadDenyListOf,
  REVIEW_REASON,
  readApplicationOf,
  review,
  sendHitDecision,
  statusesOf,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await loadDenyListOf(server, 'name,reason\nBlack Harbour Trading,Fraud in 2024\n');
});

const AT = '2026-11-20T08:00:00.000Z';
const DENIED = { merchantName: 'Black Harbour Trading' };
const RESTRICTED = { mcc: '7995' };

/** Submits, screens and reviews a merchant with the given hits. */
const reviewed = async (...more: object[]) => {
  const sent = await submitAndScreen(server, [uniqueMerchant(Object.assign({}, ...more))]);
  expect((await review(server, sent.applicationId, 'review')).status).toBe(200);
  const hits = await hitsOf(server, sent.applicationId);
  return { ...sent, hits, merchantId: sent.merchantIds[0]!, hitId: hits[0]?.hitId ?? '' };
};

describe('a merchant with an undecided hit', () => {
  it('is not approved, nor are merchants with it, and the refusal names each hit and its operation', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server, [
      uniqueMerchant(),
      uniqueMerchant(DENIED),
      uniqueMerchant(RESTRICTED),
    ]);
    await review(server, applicationId, 'review');
    const hits = await hitsOf(server, applicationId);
    const { status, json } = await review(server, applicationId, 'approve');
    expect(status).toBe(409);
    expect(json.errors).toEqual([
      {
        path: 'merchantIds',
        code: '420',
        message: `${merchantIds[1]} has 1 hit of the screening that is not cleared: DENY_LIST merchantName (OPEN)`,
        action: `clear it with POST /V2/merchants/applications/${applicationId}/hits/${hits[0]!.hitId}/clear, or leave ${merchantIds[1]} out`,
      },
      {
        path: 'merchantIds',
        code: '420',
        message: `${merchantIds[2]} has 1 hit of the screening that is not cleared: RESTRICTED_MCC mcc (OPEN)`,
        action: `clear it with POST /V2/merchants/applications/${applicationId}/hits/${hits[1]!.hitId}/clear, or leave ${merchantIds[2]} out`,
      },
    ]);
    expect(await statusesOf(server, applicationId)).toEqual(Array(3).fill('PENDING_APPROVAL'));
  });

  it('is returned with its hits by a review and by an approval', async () => {
    const sent = await submitAndScreen(server, [uniqueMerchant(), uniqueMerchant(DENIED)]);
    const [first, second] = sent.merchantIds as [string, string];
    const answer = await review(server, sent.applicationId, 'review');
    const [hit] = await hitsOf(server, sent.applicationId);
    expect(answer.json).toEqual({
      applicationId: sent.applicationId,
      merchants: [
        { merchantId: first, status: 'PENDING_APPROVAL' },
        { merchantId: second, status: 'PENDING_APPROVAL', hits: { OPEN: 1 } },
      ],
      standingHits: [{ merchantId: second, ...hit }],
    });
    await sendHitDecision(server, sent.applicationId, hit!.hitId, 'clear');
    expect((await review(server, sent.applicationId, 'approve')).json).toEqual({
      applicationId: sent.applicationId,
      merchants: [
        { merchantId: first, status: 'BOARDED', merchantState: 'ACTIVE' },
        { merchantId: second, status: 'BOARDED', merchantState: 'ACTIVE', hits: { CLEARED: 1 } },
      ],
    });
  });
});

describe('a hit', () => {
  it('is cleared with a reason, one at a time, and stays with the merchant', async () => {
    const { applicationId, merchantId, hits } = await reviewed(DENIED, RESTRICTED);
    expect(hits.map(({ state, check }) => `${state} ${check}`)).toEqual(['OPEN RESTRICTED_MCC', 'OPEN DENY_LIST']);
    const [restricted, denied] = hits.map(({ hitId }) => hitId) as [string, string];
    const cleared = await sendHitDecision(server, applicationId, restricted, 'clear', { reason: 'Licensed' });
    expect(cleared.json).toEqual({
      applicationId,
      merchantId,
      hit: {
        ...hits[0],
        state: 'CLEARED',
        foundAt: AT,
        decidedBy: 'demo-reviewer',
        decidedAt: AT,
        reason: 'Licensed',
      },
      hits: { OPEN: 1, CLEARED: 1 },
    });
    expect((await review(server, applicationId, 'approve')).json.error_code).toBe('420');
    await sendHitDecision(server, applicationId, denied, 'clear', { reason: 'Another company' });
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0].screening.hits.map(({ reason }: { reason: string }) => reason)).toEqual([
      'Licensed',
      'Another company',
    ]);
    expect(
      json.merchants[0].reviews.map(({ action, reason }: Record<string, string>) => `${action} ${reason}`),
    ).toEqual([
      'APPROVED Checked its documents',
      'HIT_CLEARED Another company',
      'HIT_CLEARED Licensed',
      'REVIEWED Checked its documents',
    ]);
  });

  it('can be cleared only with a reason, and only if it exists', async () => {
    const { applicationId, hitId } = await reviewed(DENIED);
    expect((await sendHitDecision(server, applicationId, hitId, 'clear', {})).json.error_code).toBe('103');
    expect((await sendHitDecision(server, applicationId, 'no-such-hit', 'clear')).json.error_code).toBe('314');
    const other = await reviewed(RESTRICTED);
    expect((await sendHitDecision(server, other.applicationId, hitId, 'clear')).json.error_code).toBe('314');
  });

  it('prevents the approval of the merchant once confirmed, and the merchant can be rejected', async () => {
    const { applicationId, hitId } = await reviewed(DENIED);
    expect((await sendHitDecision(server, applicationId, hitId, 'confirm')).status).toBe(200);
    const refused = await review(server, applicationId, 'approve');
    expect(refused.json.error_code).toBe('420');
    expect(refused.text).toContain('DENY_LIST merchantName (CONFIRMED)');
    expect((await review(server, applicationId, 'reject')).status).toBe(200);
    expect(await statusesOf(server, applicationId)).toEqual(['REJECTED']);
    expect((await sendHitDecision(server, applicationId, hitId, 'clear')).json.error_code).toBe('420');
  });

  it('can be cleared only by another reviewer once it is confirmed', async () => {
    const { applicationId, hitId } = await reviewed(DENIED);
    await sendHitDecision(server, applicationId, hitId, 'confirm');
    const own = await sendHitDecision(server, applicationId, hitId, 'clear');
    expect(own.json.error_code).toBe('420');
    expect(own.text).toContain('was confirmed by the same person: another person must clear it');
    expect(
      (await sendHitDecision(server, applicationId, hitId, 'clear', REVIEW_REASON, 'second-reviewer')).status,
    ).toBe(200);
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
  });

  it('cannot get the same decision twice', async () => {
    const { applicationId, hitId } = await reviewed(DENIED);
    await sendHitDecision(server, applicationId, hitId, 'clear');
    expect((await sendHitDecision(server, applicationId, hitId, 'clear')).json.error_code).toBe('420');
    expect((await sendHitDecision(server, applicationId, hitId, 'confirm')).status).toBe(200);
    expect((await sendHitDecision(server, applicationId, hitId, 'confirm')).json.error_code).toBe('420');
  });

  it('cannot be cleared by an approver', async () => {
    const { applicationId, hitId } = await reviewed(DENIED);
    await sendHitDecision(server, applicationId, hitId, 'clear', REVIEW_REASON, 'second-reviewer');
    const own = await review(server, applicationId, 'approve', REVIEW_REASON, 'second-reviewer');
    expect(own.text).toContain('had a hit cleared by the same person: approval needs a second one');
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
  });
});

describe('another screening', () => {
  it('keeps decisions on hits that it finds again, and opens new hits', async () => {
    const { applicationId, hitId } = await reviewed(DENIED);
    await sendHitDecision(server, applicationId, hitId, 'clear', { reason: 'Another company' });
    await loadDenyListOf(server, 'name,reason\nBlack Harbour Trading,Fraud in 2024\nShop,All of them\n');
    await review(server, applicationId, 'screen', {});
    await server.server.screeningIdle();
    expect(
      (await hitsOf(server, applicationId)).map(({ hitId: id, state, reason }) => [id === hitId, state, reason]),
    ).toEqual([[true, 'CLEARED', 'Another company']]);
    await loadDenyListOf(server, 'name,reason\nBlack Harbour Trading,Fraud in 2025\n');
    await review(server, applicationId, 'screen', {});
    await server.server.screeningIdle();
    expect((await hitsOf(server, applicationId)).map(({ hitId: id, state }) => [id === hitId, state])).toEqual([
      [false, 'OPEN'],
    ]);
    await loadDenyListOf(server, 'name,reason\nBlack Harbour Trading,Fraud in 2024\n');
  });

  it('does not remove a confirmed hit, even if it is not found again', async () => {
    const { applicationId, hitId } = await reviewed(DENIED);
    await sendHitDecision(server, applicationId, hitId, 'confirm', { reason: 'It is the same company' });
    await loadDenyListOf(server, 'name,reason\nNobody At All,One\n');
    await review(server, applicationId, 'screen', {});
    await server.server.screeningIdle();
    expect(await hitsOf(server, applicationId)).toMatchObject([
      { hitId, state: 'CONFIRMED', decidedBy: 'demo-reviewer', reason: 'It is the same company' },
    ]);
    await loadDenyListOf(server, 'name,reason\nBlack Harbour Trading,Fraud in 2024\n');
  });
});

describe('the sender of a merchant', () => {
  it.each(['review', 'approve', 'confirm-kyc'])('may not %s the merchant, whatever the scopes', async (action) => {
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ kyc: false })]);
    if (action === 'approve') {
      await review(server, applicationId, 'review');
      await review(server, applicationId, 'confirm-kyc');
    }
    const refused = await review(server, applicationId, action, REVIEW_REASON, 'demo-acquirer');
    expect(refused.json.error_code).toBe('420');
    expect(refused.text).toContain('was sent by the same person');
  });

  it('may not clear hits of the merchant', async () => {
    const { applicationId, hitId } = await reviewed(DENIED);
    const refused = await sendHitDecision(server, applicationId, hitId, 'clear', REVIEW_REASON, 'demo-acquirer');
    expect(refused.json.error_code).toBe('420');
    expect(refused.text).toContain('was sent by the same person');
  });

  it('may decide if the configuration of the acquirer allows it', async () => {
    const set = (allowed: boolean) =>
      server.db.sql(
        `update acquirers set configuration = configuration || jsonb_build_object('submitterMayDecide', $1::bool)
          where acquirer_id = 'DEMO'`,
        [allowed],
      );
    await set(true);
    await server.server.periodicJobs.runDue();
    const { applicationId } = await submitAndScreen(server);
    expect((await review(server, applicationId, 'review', REVIEW_REASON, 'demo-acquirer')).status).toBe(200);
    await set(false);
    await server.server.periodicJobs.runDue();
  });
});
