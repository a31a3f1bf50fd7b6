import { describe, expect, it } from 'vitest';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { merchantBody, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object, as = 'demo-acquirer') =>
  server.request({ method, url: `/V2/merchants/drafts${path}`, as, ...(payload && { payload }) });
const failureOf = ({ status, json }: Answer) => `${status} ${json.error_code}`;

describe('a draft of a merchant', () => {
  it('stores incomplete content, version by version, and can be submitted by an onboarding request', async () => {
    const merchant = merchantBody('DRAFT-1', { trn: undefined });
    const created = await call('PUT', '/one', { merchant });
    expect(created.status, created.text).toBe(200);
    expect(created.json).toMatchObject({ draftId: 'one', version: 1, merchantId: 'DRAFT-1', savedBy: 'demo-acquirer' });
    server.clock.advance(1_000);
    const whole = merchantBody('DRAFT-1');
    const saved = await call('PUT', '/one', { merchant: whole, version: 1 });
    expect(saved.json).toMatchObject({ version: 2, createdAt: created.json.createdAt });
    const read = await call('GET', '/one');
    expect(read.json).toEqual(saved.json);
    const sent = await onboard(server, requestOf([read.json.merchant]));
    expect(sent.status, sent.text).toBe(202);
    expect((await call('DELETE', '/one')).json).toEqual({ draftId: 'one' });
    expect(failureOf(await call('GET', '/one'))).toBe('404 308');
    expect(failureOf(await call('DELETE', '/one'))).toBe('404 308');
  });

  it('is not overwritten from an earlier version, and a repeat gets the same answer', async () => {
    const first = await call('PUT', '/two', { merchant: { merchantName: 'First' } });
    expect((await call('PUT', '/two', { merchant: { merchantName: 'First' } })).json).toEqual(first.json);
    expect((await call('PUT', '/two', { merchant: { merchantName: 'Second' }, version: 1 })).status).toBe(200);
    for (const version of [undefined, 1, 3]) {
      expect(failureOf(await call('PUT', '/two', { merchant: {}, ...(version && { version }) }))).toBe('409 421');
    }
    expect(failureOf(await call('PUT', '/never', { merchant: {}, version: 1 }))).toBe('409 421');
    expect((await call('GET', '/two')).json).toMatchObject({ version: 2, merchant: { merchantName: 'Second' } });
  });

  it.each([
    [{ merchant: 'text' }, '400 106'],
    [{}, '400 103'],
    [{ merchant: { merchantName: 'x'.repeat(262_145) } }, '400 104'],
  ])('must be an object of at most 262,144 characters: %#', async (payload, expected) => {
    expect(failureOf(await call('PUT', '/odd', payload))).toBe(expected);
  });

  it('contains no card number of a bank', async () => {
    const { cardNumber: pan } = await issueCard(server);
    const { json, text } = await call('PUT', '/card', { merchant: { merchantName: `Card ${pan}`, unknown: [pan] } });
    expect(json.version, text).toBe(1);
    expect(text).not.toContain(pan);
    const rows = await server.db.sql("select record from merchant_drafts where draft_id = 'card'");
    expect(JSON.stringify(rows)).not.toContain(pan);
  });

  it('is listed by its last change, newest first, page by page', async () => {
    for (const id of ['older', 'newer']) {
      server.clock.advance(1_000);
      await call('PUT', `/${id}`, { merchant: { merchantId: id } });
    }
    const page = await call('GET', '?limit=1');
    expect(page.json.drafts).toMatchObject([{ draftId: 'newer', merchantId: 'newer' }]);
    const next = await call('GET', `?limit=1&cursor=${page.json.next_cursor}`);
    expect(next.json.drafts).toMatchObject([{ draftId: 'older' }]);
    expect(failureOf(await call('GET', '?cursor=nothing'))).toBe('400 106');
  });

  it('belongs to its acquirer, requires the scope to submit, and is audited', async () => {
    expect(failureOf(await call('GET', '', undefined, 'demo-reviewer'))).toBe('403 202');
    expect(failureOf(await call('GET', '', undefined, 'demo-bank'))).toMatch(/^403 20[23]$/);
    await call('PUT', '/audited', { merchant: { merchantId: 'A', merchantName: 'Secret Shop' } });
    await call('PUT', '/audited', { merchant: { merchantId: 'B' }, version: 1 });
    await call('DELETE', '/audited');
    const rows = await server.db.sql<{ outcome: string; details: unknown }>(
      "select outcome, details from audit_log where subject = 'draft:audited' order by audit_id",
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'saved', 'deleted']);
    expect(JSON.stringify(rows)).not.toContain('Secret Shop');
  });
});
