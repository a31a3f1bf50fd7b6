import { type JsonObject, type JsonValue, LONGEST_PROOF } from '@cardwright/contract';
import { readOutsideHeads, verifyProof } from '@cardwright/verifier';
import { expect, it } from 'vitest';
import { openVault, sandboxKeys } from '../../../platform/vault/index.ts';
import { waitForDecisionLog } from '../../../testing/background-work.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { checkRandomBacktest } from '../../../testing/decisions/backtests.ts';
import { putInForce, writeRule } from '../../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { saltsOf } from './decision-record.ts';

const server = fileServer();
const card = fileResource(() => issueCard(server, { available: '100.00' }));

const send = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
  server.request({ method, url: `/V2${path}`, as: 'demo-bank', ...(payload && { payload }) });
const readProof = (reference: unknown, query = '', as = 'demo-bank') =>
  server.request({ method: 'GET', url: `/V2/authorizations/${reference}/proof${query}`, as });
const readLog = (query: string, as = 'demo-bank') =>
  server.request({ method: 'GET', url: `/V2/decision-log/proof?${query}`, as });
const sealAll = async () => {
  await waitForDecisionLog(server);
  // the last round seals the audit log
  await server.server.periodicJobs.stop();
};
const readSealed = async (reference: unknown, query = '') => {
  await sealAll();
  return await readProof(reference, query);
};
const verify = async (text: string, key: JsonValue | undefined) =>
  await verifyProof(new TextEncoder().encode(text), { trustedKey: String(key) });
const notHolding = (checks: readonly { name: string; result: string }[]) =>
  checks.filter(({ result }) => result !== 'HOLDS').map(({ name, result }) => `${name} ${result}`);

it('proves an approval and a decline, before and after they are in the log', async () => {
  const message = ecommerceMessage(card, { Loyalty_Tier: 'GOLD', Holder: 'AMINA KHAN' });
  await authorize(server, message);
  const declined = ecommerceMessage(card, { Transaction_Amount_Cardholder_Billing: '000000009000' });
  await authorize(server, declined);
  const early = await readProof(message.Retrieval_Reference_Number);
  expect(early.status).toBe(200);
  expect(notHolding((await verify(early.text, early.json.key)).checks)).toEqual(['INCLUSION UNKNOWN']);

  const approved = await readSealed(message.Retrieval_Reference_Number);
  expect(notHolding((await verify(approved.text, early.json.key)).checks)).toEqual(['OUTSIDE_HEAD UNKNOWN']);
  const refused = await readProof(declined.Retrieval_Reference_Number);
  expect(refused.json.record).toMatchObject({ action_code: '51', rule: 'INSUFFICIENT_FUNDS' });
  expect(notHolding((await verify(refused.text, early.json.key)).checks)).toEqual(['OUTSIDE_HEAD UNKNOWN']);
  expect(approved.text.length).toBeLessThan(LONGEST_PROOF);
});

it('proves decisions of a batch that a thread hashes', async () => {
  const messages = Array.from({ length: 120 }, () =>
    ecommerceMessage(card, { Transaction_Amount_Cardholder_Billing: '000000000001' }),
  );
  await Promise.all(messages.map((message) => authorize(server, message)));
  await sealAll();
  for (const message of [messages[0], messages[60], messages[119]]) {
    const { text, json } = await readProof(message?.Retrieval_Reference_Number);
    expect(notHolding((await verify(text, json.key)).checks)).toEqual(['OUTSIDE_HEAD UNKNOWN']);
  }
  const seals = await server.request({
    method: 'GET',
    url: '/V2/audit?operation=authorization.seal-decisions',
    as: 'demo-bank',
  });
  expect(
    (seals.json.items as JsonObject[]).some(({ details }) => Number((details as JsonObject).decisions) >= 100),
  ).toBe(true);
});

it('proves every decision of a random history, with changes of settings, restrictions, limits, funds and time in between', async () => {
  await checkRandomBacktest(server, { bursts: 6, rules: 0 });
  await sealAll();
  const decisions: JsonObject[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await send('GET', `/authorizations?limit=100${cursor}`);
    decisions.push(...(json.items as JsonObject[]));
    if (json.next === null) break;
    cursor = `&cursor=${encodeURIComponent(String(json.next))}`;
  }
  expect(decisions.length).toBeGreaterThanOrEqual(100);
  // the clock went back, so some are too late for their batch: the first request seals them
  for (const { retrieval_reference_number: reference } of decisions) await readProof(reference);
  await sealAll();
  for (const { retrieval_reference_number: reference } of decisions) {
    const { status, text, json } = await readProof(reference);
    expect(status, text).toBe(200);
    expect(notHolding((await verify(text, json.key)).checks), text).toEqual(['OUTSIDE_HEAD UNKNOWN']);
  }
});

it('has the rules and the entries of lists that the decision used, and no other entry', async () => {
  const list = `proved-${process.pid}`;
  const entries = ['SHOPWITHPROOF01', 'SHOPWITHOUT0001'];
  const set = await send('PUT', `/merchant-lists/${list}`, { kind: 'merchantId', entries });
  expect(set.status, set.text).toBe(200);
  const { id, name } = await writeRule(server, { field: 'merchantId', op: 'inList', value: list });
  await putInForce(server, id);
  const message = ecommerceMessage(card, { Card_Acceptor_Identification_Code: 'SHOPWITHPROOF01' });
  await authorize(server, message);
  const { text, json } = await readSealed(message.Retrieval_Reference_Number);
  expect(json.record, text).toMatchObject({ action_code: '57', rule: name });
  expect(json.facts).toMatchObject({
    lists: { answers: [[list, 'SHOPWITHPROOF01', true]] },
    rules: { live: [{ name, condition: { op: 'inList' } }] },
  });
  expect(text).not.toContain('SHOPWITHOUT0001');
  expect(notHolding((await verify(text, json.key)).checks)).toEqual(['OUTSIDE_HEAD UNKNOWN']);
  const swapped = text.replace(`["${list}","SHOPWITHPROOF01",true]`, `["${list}","SHOPWITHPROOF01",false]`);
  expect(notHolding((await verify(swapped, json.key)).checks)).toEqual([
    'CONTENT FAILS',
    'OUTSIDE_HEAD UNKNOWN',
    'DECISION FAILS',
  ]);
  await send('POST', `/rules/${id}/retire`, {});
});

it('proves under an earlier head of the tree, and refuses one without the decision', async () => {
  const [first, second] = [ecommerceMessage(card), ecommerceMessage(card)];
  await authorize(server, first);
  const before = (await readSealed(first.Retrieval_Reference_Number)).json.log as { head: { size: number } };
  await authorize(server, second);
  const after = await readSealed(second.Retrieval_Reference_Number);
  const { size } = before.head;
  const again = await readProof(first.Retrieval_Reference_Number, `?head=${size}`);
  expect(again.json.log).toMatchObject({ head: before.head });
  const outsideHeads = readOutsideHeads(again.text);
  const { checks } = await verifyProof(new TextEncoder().encode(again.text), { outsideHeads });
  expect(notHolding(checks)).toEqual(['KEY UNKNOWN']);
  expect(after.json.log).toMatchObject({ head: { size: size + 1 } });
  const tooEarly = await readProof(second.Retrieval_Reference_Number, `?head=${size}`);
  expect(tooEarly).toMatchObject({ status: 400 });
  expect(tooEarly.text).toContain(`must not be less than ${size + 1}`);
  expect((await readProof(second.Retrieval_Reference_Number, '?head=9999')).text).toContain(`more than ${size + 1}`);
});

/** Proofs of four decisions, each in a batch of its own, and the size of the log with the last one. */
async function fourBatches() {
  const heads: string[] = [];
  for (let batch = 0; batch < 4; batch += 1) {
    const message = ecommerceMessage(card);
    await authorize(server, message);
    heads.push((await readSealed(message.Retrieval_Reference_Number)).text);
  }
  const text = String(heads.at(-1));
  return { heads, text, size: (JSON.parse(text) as { log: { head: { size: number } } }).log.head.size };
}

it('proves that the log continues each earlier head, so that a stored head is enough for later decisions', async () => {
  const { heads, size, text } = await fourBatches();
  for (const [at, head] of heads.entries()) {
    const proof = await readLog(`since=${size - 3 + at}`);
    expect(proof.status, proof.text).toBe(200);
    const stored = readOutsideHeads(head);
    const evidence = { outsideHeads: stored, trustedKey: String(proof.json.key) };
    const { checks } = await verifyProof(new TextEncoder().encode(proof.text), evidence);
    expect(checks.map(({ name, result }) => `${name} ${result}`)).toEqual([
      ...['FILE HOLDS', 'SIGNATURE HOLDS', 'KEY HOLDS', 'OUTSIDE_HEAD HOLDS'],
    ]);
    const outsideHeads = [...stored, ...readOutsideHeads(proof.text)];
    const decision = await verifyProof(new TextEncoder().encode(text), { ...evidence, outsideHeads });
    expect(notHolding(decision.checks)).toEqual([]);
  }
  expect((await readLog(`since=${size}`)).json).toMatchObject({ since: size, path: [], head: { size } });
  expect((await readLog(`since=${size + 1}`)).text).toContain(`must be from 1 to ${size}, the size of the log`);
  expect((await readLog(`since=${size}&head=${size - 1}`)).text).toContain(`must be from 1 to ${size - 1}`);
  expect((await readLog('since=1', 'other-bank')).text).toContain('is a size that the log does not have yet');
});

it('seals a decision that was indexed too late for its batch', async () => {
  const [late, next] = [ecommerceMessage(card), ecommerceMessage(card)];
  await authorize(server, late);
  await server.db.sql('create table kept_back as select * from unlisted_authorizations');
  await server.db.sql('delete from unlisted_authorizations');
  server.clock.advance(1_000);
  await authorize(server, next);
  await readSealed(next.Retrieval_Reference_Number);
  const atOnce = await readProof(late.Retrieval_Reference_Number);
  const { checks } = await verify(atOnce.text, atOnce.json.key);
  expect(notHolding(checks)).toEqual(['AUDIT_ROW UNKNOWN', 'OUTSIDE_HEAD UNKNOWN']);
  expect(checks.find(({ name }) => name === 'AUDIT_ROW')?.text).toContain('not sealed yet');
  const sealed = await readSealed(late.Retrieval_Reference_Number);
  expect(notHolding((await verify(sealed.text, sealed.json.key)).checks)).toEqual(['OUTSIDE_HEAD UNKNOWN']);
});

it('opens one value at a time, and shows no names and numbers otherwise', async () => {
  const message = ecommerceMessage(card, { Holder: 'AMINA KHAN', From_Account_No: '00123456' });
  await authorize(server, message);
  const { text } = await readSealed(message.Retrieval_Reference_Number);
  for (const hidden of ['AMINA', '00123456', 'TEST SHOP', card.cardNumber]) expect(text).not.toContain(hidden);
  const opened = await readProof(message.Retrieval_Reference_Number, '?open=other_members');
  expect(opened.json.openings).toMatchObject({ other_members: { value: '{"Holder":"AMINA KHAN"}' } });
  expect(opened.text).not.toContain('TEST SHOP');
  const { checks } = await verify(opened.text, opened.json.key);
  expect(checks.at(-1)).toMatchObject({ name: 'OPENINGS', result: 'HOLDS' });
  const forged = await verify(opened.text.replace('AMINA', 'AMANI'), opened.json.key);
  expect(notHolding(forged.checks)).toContain('OPENINGS FAILS');
  expect((await readProof(message.Retrieval_Reference_Number, '?open=card_number')).status).toBe(400);
});

it('has a commitment to the card number, which only the keys of the server can open', async () => {
  const message = ecommerceMessage(card);
  await authorize(server, message);
  const { text, json } = await readProof(message.Retrieval_Reference_Number);
  const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
  const salt = saltsOf(json.record as JsonObject, vault)('card_number');
  const resultOf = async (number: string) => {
    const { checks } = await verifyProof(new TextEncoder().encode(text), { cardNumber: { salt, number } });
    return checks.at(-1)?.result;
  };
  expect([await resultOf(card.cardNumber), await resultOf(card.masked)]).toEqual(['HOLDS', 'FAILS']);
});

it('is for the bank of the card only', async () => {
  const message = ecommerceMessage(card);
  await authorize(server, message);
  expect(await readProof(message.Retrieval_Reference_Number, '', 'other-bank')).toMatchObject({ status: 404 });
  expect(await readProof(message.Retrieval_Reference_Number, '', 'demo-network')).toMatchObject({ status: 403 });
  expect(await readProof('999999999999')).toMatchObject({ status: 404 });
});

it('shows that a rewritten log is a different one', async () => {
  const { heads, size } = await fourBatches();
  // the owner of the database seals the four decisions again, in one batch
  await server.db.sql(`delete from decision_batches where bank_id = 'DEMO' and batch_no >= ${size - 4}`);
  await sealAll();
  const forked = await readLog(`since=${size - 4}`);
  expect(forked.json.head, forked.text).toMatchObject({ size: size - 3 });
  const compareWith = async (head = '') => {
    const outsideHeads = readOutsideHeads(head);
    const { checks } = await verifyProof(new TextEncoder().encode(forked.text), { outsideHeads });
    return checks.at(-1);
  };
  const fails = { name: 'OUTSIDE_HEAD', result: 'FAILS' };
  expect(await compareWith(heads[0])).toMatchObject({ ...fails, text: expect.stringContaining('forked') });
  expect(await compareWith(heads[3])).toMatchObject({ ...fails, text: expect.stringContaining('truncated') });
});
