import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';
import { NO_SUBSCRIPTIONS } from '../../platform/operation/index.ts';
import { openVault, Pan, sandboxKeys } from '../../platform/vault/index.ts';
import { embossingFolder, filesIn } from '../../testing/cards/embossing.ts';
import { authorize, cardBody, clientBody, ecommerceMessage } from '../../testing/cards/issued-cards.ts';
import { noteCardNumber } from '../../testing/cards/used-card-numbers.ts';
import { MORE_BANKS } from '../../testing/more-banks.ts';
import { fileServer } from '../../testing/test-server.ts';
import { openBankDirectory } from '../banks/index.ts';
import { embossBank } from '../embossing/emboss-bank.ts';

const AS = { as: 'other-bank' };
const LENGTHS = [13, 14, 15, 16, 17, 18, 19];
const productOf = (length: number) => `OTHER-${length}`;
const binOf = (length: number) => `422000${length}`;
let folder: string;
const server = fileServer();
beforeAll(async () => {
  folder = await embossingFolder();
  const [other] = MORE_BANKS.banks;
  const products = LENGTHS.map((length) => ({
    product_code: productOf(length),
    name: `Of ${length} digits`,
    card_type: 'DEBIT' as const,
    bin: binOf(length),
    card_number_length: length,
  }));
  const configuration = { banks: [{ ...other!, products }], oauth_clients: [] };
  await applyConfiguration(server.db.database, configuration, { sandbox: true });
  await server.server.periodicJobs.runDue();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function send(operation: string, body: object) {
  const answer = await server.envelope(operation, body, AS);
  return { code: answer.exception?.error_code, body: answer.body, warnings: answer.http.headers['contract-warnings'] };
}

/** Creates a physical card under the given number, or under one that the product generates. */
async function newCard(length: number, number?: string) {
  const customerId = `LENGTH-${length}-${number ?? 'made'}`.slice(0, 20);
  await send('clients.create-client', clientBody(customerId, { bank_code: '002' }));
  const account = await send('accounts.create-account', {
    customer_id: customerId,
    card_type: 'DEBIT',
    account: { customer_id: customerId, branch_code: '001', product_code: productOf(length), currency: 'EUR' },
    custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: '1000.00' }],
  });
  const members = {
    bin_number: binOf(length),
    product_code: productOf(length),
    currency: 'EUR',
    card_virtual_indicator: 'P',
    card_expiry_date: '3012',
    ...(number !== undefined && { card_number: number }),
  };
  const named = { customerId, accountNumber: account.body.account_number };
  const { code, body } = await send('cards.create-card', cardBody(named, members));
  expect(code, JSON.stringify(body)).toBe('000');
  return { exid: body.card_identifier_id as string, masked: body.card_number as string };
}

/** Returns the full numbers of the waiting cards, by EXID, as the card bureau receives them. */
async function embossedNumbers(): Promise<Map<string, string>> {
  const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
  const bank = (await openBankDirectory(server.db.database)).bank('OTHR')!;
  const deps = {
    database: server.db.database,
    maskCardNumbers: maskValidCardNumbers,
    changes: NO_SUBSCRIPTIONS,
    vault,
    folder,
    isSandbox: true,
  };
  const now = new Date('2026-11-20T08:00:00.000Z');
  const outcome = await embossBank(deps, { bank, now, actor: 'operator:test', requestId: 'RUN' });
  expect(outcome.kind).toBe('WRITTEN');
  const [file] = await filesIn(folder);
  const lines = (await readFile(join(folder, file!), 'utf8')).split('\r\n').flatMap((part) => part.split('\n'));
  const cards = lines.filter((line) => line.startsWith('D'));
  return new Map(cards.map((line) => [line.slice(60, 80).trim(), noteCardNumber(line.slice(8, 27).trim())]));
}

const euros = { Currency_Code_Transaction: '978', Currency_Code_Cardholder_Billing: '978' };
const inGermany = { Card_Acceptor_Name_Location: `${'TEST SHOP'.padEnd(38)}DE` };
async function pay(cardNumber: string) {
  const message = ecommerceMessage({ cardNumber, expiry: '3012' }, { ...euros, ...inGermany });
  const { json } = await authorize(server, message);
  return [json.Action_Code, json.CARD_NUMBER];
}

describe('cards of 13 to 19 digits', () => {
  it('can be created, read, charged, controlled, embossed and blocked', async () => {
    const made = new Map<number, Awaited<ReturnType<typeof newCard>>>();
    for (const length of LENGTHS) made.set(length, await newCard(length));
    const numbers = await embossedNumbers();
    for (const [length, { exid, masked }] of made) {
      const number = numbers.get(exid)!;
      expect([number.length, Pan.parse(number)?.isLuhnValid]).toEqual([length, true]);
      expect(masked).toBe(`422000${'X'.repeat(length - 10)}${number.slice(-4)}`);
      const stars = masked.replaceAll('X', '*');
      // a network sends the number in full or masked
      expect(await pay(number)).toEqual(['00', stars]);
      expect(await pay(stars)).toEqual(['00', stars]);
      const partly = `${number.slice(0, 5)}${'x'.repeat(length - 10)}${number.slice(-5)}`;
      const inTable = length === 14 || length === 16;
      for (const accountNumber of [number, masked, partly]) {
        const answer = await send('card-settings.get-settings', { accountNumber });
        const isAsInTable = inTable && accountNumber === number;
        expect([length, answer.code, answer.warnings]).toEqual([length, '000', isAsInTable ? undefined : '1']);
        const cardSettings = { dailyLimit: '900.00' };
        expect((await send('card-settings.update-settings', { accountNumber, cardSettings })).code).toBe('000');
      }
      const identifier = { card_identifier_type: 'CONTRACT_NUMBER' };
      for (const id of [number, masked]) {
        const details = await send('cards.enquire-card', { ...identifier, card_identifier_id: id });
        expect([details.code, details.body.card_number]).toEqual(['000', masked]);
      }
      const response = await server.request({
        method: 'GET',
        url: `/V2/cards?last4=${number.slice(-4)}&bin=422000`,
        ...AS,
      });
      const items = response.json.items as unknown as JsonObject[];
      expect(items.map(({ card_identifier_id: one }) => one ?? '')).toContain(exid);
      const insured = await server.request({
        method: 'POST',
        url: '/V2/cards_pan/insurances',
        ...AS,
        headers: { 'unique-reference-code': 'LENGTHS', 'channel-id': 'TEST', 'financial-id': 'OTHR' },
        payload: { card_number: number },
      });
      expect([insured.status, insured.json.insurance_products]).toEqual([200, []]);
      const inUrl = await server.request({ method: 'GET', url: `/V2/cards?exid=${number}`, ...AS });
      expect([inUrl.status, inUrl.text.includes(number)]).toEqual([400, false]);
      const blocked = await send('cards.change-status', {
        ...identifier,
        card_identifier_id: number,
        status: { type: 'card_status', value: 'BLOCKED' },
      });
      expect(blocked.code).toBe('000');
      expect((await pay(number))[0]).not.toBe('00');
    }
  });

  it.each([13, 15, 19])('can be created once with a number of %d digits that the bank sends', async (length) => {
    const number = noteCardNumber(Pan.generate(binOf(length), length, (count) => '7'.repeat(count)).reveal());
    const { masked } = await newCard(length, number);
    expect(masked).toHaveLength(length);
    const rows = await server.db.sql(
      `select number_length from vault_card_numbers where last4 = $1 and number_length = $2 and first6 = '422000'`,
      [number.slice(-4), length],
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each([12, 20])('cannot have a number of %d digits', async (length) => {
    const { code, body } = await send(
      'cards.create-card',
      cardBody({ customerId: 'X', accountNumber: 'X' }, { card_number: '4'.repeat(length) }),
    );
    expect([code, body.errors[0].path]).toEqual(['104', 'body.card.card_number']);
  });

  it.each([12, 20])('need a product with a valid length: the database refuses one of %d digits', async (length) => {
    const changed = server.db.sql(`update products set card_number_length = $1 where product_code = 'OTHER-13'`, [
      length,
    ]);
    await expect(changed).rejects.toThrow('products_card_number_length_check');
  });
});
