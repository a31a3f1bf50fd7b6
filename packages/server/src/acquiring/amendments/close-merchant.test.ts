import { describe, expect, it } from 'vitest';
import {
  amend,
  boardMerchants,
  findingsOf,
  merchantBody,
  newId,
  onboard,
  readMerchantOf,
  requestOf,
  terminalBody,
} from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const withTerminal = (terminalId: string) => merchantBody(newId('M'), { terminals: [terminalBody(terminalId)] });
const submit = (merchant: Record<string, unknown>) => onboard(server, requestOf([merchant]));

describe('a CLOSURE', () => {
  it('frees the terminals of the merchant, whose record still has them', async () => {
    const [id, terminalId] = [newId('M'), newId('T')];
    await boardMerchants(server, [merchantBody(id, { terminals: [terminalBody(terminalId)] })]);
    expect(findingsOf(await submit(withTerminal(terminalId)))).toEqual([
      '406 payload.applications[0].merchants[0].terminals[0].terminalId',
    ]);
    expect((await amend(server, id, ['CLOSURE'])).status).toBe(202);
    const next = await submit(withTerminal(terminalId));
    expect(next.status, next.text).toBe(202);
    expect((await readMerchantOf(server, id)).json.merchant.terminals).toEqual([terminalBody(terminalId)]);
  });

  it('frees terminals that the same amendment adds', async () => {
    const [id, terminalId] = [newId('M'), newId('T')];
    await boardMerchants(server, [merchantBody(id)]);
    const terminals = [terminalBody(terminalId)];
    expect((await amend(server, id, ['ADDING_TERMINALS', 'CLOSURE'], { terminals })).status).toBe(202);
    expect((await submit(withTerminal(terminalId))).status).toBe(202);
  });

  it('never releases the id of the merchant', async () => {
    const id = newId('M');
    await boardMerchants(server, [merchantBody(id)]);
    expect((await amend(server, id, ['CLOSURE'])).status).toBe(202);
    expect(findingsOf(await submit(merchantBody(id)))).toEqual(['404 payload.applications[0].merchants[0].merchantId']);
  });

  it('frees no terminal of another merchant', async () => {
    const [closed, open, terminalId] = [newId('M'), newId('M'), newId('T')];
    await boardMerchants(server, [merchantBody(closed), merchantBody(open, { terminals: [terminalBody(terminalId)] })]);
    expect((await amend(server, closed, ['CLOSURE'])).status).toBe(202);
    expect((await submit(withTerminal(terminalId))).status).toBe(409);
  });
});
