import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { anyRequest, ENVELOPE_IDS, OPERATION_IDS } from '../../testing/requests/any-request.ts';
import { accountName, cardName, endingRequest } from '../../testing/requests/bank-requests.ts';
import { envelopeRequest } from '../../testing/requests/envelope-requests.ts';
import { expectRefusal } from '../../testing/requests/expect-refusal.ts';
import { foreignRequests } from '../../testing/requests/foreign-requests.ts';
import { NEW_CUSTOMER, NO_EXID, NO_REFERENCE } from '../../testing/requests/missing-names.ts';
import { codeOf, comparableAnswer, type TestRequest } from '../../testing/requests/test-requests.ts';
import { twoBanks } from '../../testing/requests/two-banks.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const IDS_OF_BANKS = OPERATION_IDS.filter((id) => !id.startsWith('merchants.'));
const server = fileServer();
const banks = fileResource(() => twoBanks(server));

describe('another bank', () => {
  it.each(IDS_OF_BANKS)(
    '%s: data of the other bank is answered word for word like data that does not exist, and stays unchanged',
    async (id) => {
      const before = await otherBanksRows();
      for (const [what, foreign, missing, code] of foreignRequests(banks, id)) {
        const answers = [];
        for (const request of [foreign, missing]) answers.push(await server.request({ ...request, as: 'demo-bank' }));
        const [ofForeign, ofMissing] = answers as [Answer, Answer];
        expect([what, codeOf(ofForeign), codeOf(ofMissing)]).toEqual([what, code, code]);
        expect(comparableAnswer(withoutNames(ofForeign))).toEqual(comparableAnswer(withoutNames(ofMissing)));
      }
      expect(await otherBanksRows()).toEqual(before);
    },
  );

  it('gets the same answers under /V1 and through /services', async () => {
    for (const path of ['/V1/cardservices/CardDetailsEnquiry', '/V2/services', '/V1/services']) {
      const toRequest = (exid: string) => envelopeRequest('cards.enquire-card', cardName(exid, 'EXID'), {}, path);
      const foreign = await server.request({ ...toRequest(banks.others.exid), as: 'demo-bank' });
      const missing = await server.request({ ...toRequest(NO_EXID), as: 'demo-bank' });
      expect(codeOf(foreign)).toBe('303');
      expect(comparableAnswer(foreign)).toEqual(comparableAnswer(missing));
    }
  });

  it('does not see this bank’s contract warnings, and this bank does not see those of the other', async () => {
    const odd = { msg_id: 77, tracking_id: null };
    const answer = await server.envelope('accounts.enquire-balance', accountName(banks.others.accountNumber), {
      as: 'other-bank',
      header: odd,
    });
    expect(answer.http.headers['contract-warnings']).toBe('2');
    const list = async (as: string) => (await server.request({ method: 'GET', url: '/V2/contract-warnings', as })).text;
    expect(await list('other-bank')).toContain('header.tracking_id');
    expect(await list('demo-bank')).not.toContain('header.tracking_id');
  });

  it.each(ENVELOPE_IDS)('%s: header bank_id of another bank is 203, whether that bank exists or not', async (id) => {
    const answers = [];
    for (const bank_id of ['OTHR', 'NONE']) {
      const { payload, ...request } = anyRequest(banks, id);
      const named = JSON.parse(JSON.stringify(payload).replace('"bank_id":"DEMO"', `"bank_id":"${bank_id}"`));
      const answer = await server.request({ ...request, payload: named, as: 'demo-bank' });
      expectRefusal(banks, id, answer, '203', { bank_id });
      answers.push(JSON.stringify(comparableAnswer(answer)).replaceAll(bank_id, 'BANK'));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  it('a network reverses, completes and reads its own messages, and those of another network do not exist for it', async () => {
    const message = ecommerceMessage(banks.own);
    const reference = String(message.Retrieval_Reference_Number);
    expect((await authorize(server, message, 'reading-network')).json.Action_Code).toBe('00');
    const read = (of: string): TestRequest => ({ method: 'GET', url: `/V2/authorizations/${of}` });
    const requests = [
      read,
      (of: string) => endingRequest('reversal', of),
      (of: string) => endingRequest('completion', of),
    ];
    for (const toRequest of requests) {
      for (const as of ['second-network', 'wide-acquirer', 'other-bank']) {
        const foreign = await server.request({ ...toRequest(reference), as });
        const missing = await server.request({ ...toRequest(NO_REFERENCE), as });
        expect([as, codeOf(foreign)]).toEqual([as, '311']);
        expect(comparableAnswer(foreign)).toEqual(comparableAnswer(missing));
      }
    }
    for (const as of ['reading-network', 'demo-bank']) {
      expect((await server.request({ ...read(reference), as })).status).toBe(200);
    }
    expect((await server.request({ ...endingRequest('reversal', reference), as: 'reading-network' })).status).toBe(200);
  });
});

/** Removes the values that differ by design: the created customer, the masked number of the request, and a receipt. */
function withoutNames(answer: Answer): Answer {
  const number = (text: string) => text.replace(/\d{6}\*{6}\d{4}/, 'NUMBER');
  return {
    ...answer,
    text: number(answer.text)
      .replace(/NEW[\w-]{9}/, 'ID')
      .replace(/^\{"id":"[0-9A-Z]{12}"/, '{"id":"OWN"')
      .replaceAll(banks.othersCustomer, NEW_CUSTOMER),
  };
}

async function otherBanksRows(): Promise<string> {
  const hash = createHash('sha256');
  for (const table of [
    'clients',
    'accounts',
    'account_transactions',
    'account_changes',
    'account_settings',
    'cards',
    'card_restrictions',
    'authorizations',
    'authorization_events',
    'rules',
    'rule_versions',
    'rule_spans',
    'merchant_lists',
    'merchant_list_entries',
    'insurance_enrolments',
    'insurance_history',
    'tokens',
    'token_directory',
    'token_history',
    'token_activation_codes',
    'token_provisionings',
    'token_devices',
    'webhook_endpoints',
    'webhook_keys',
    'outbox_messages',
    'outbox_attempts',
    'received_notifications',
    'received_activations',
    'account_exceptions',
    'change_requests',
    'payment_requests',
    'task_assignments',
    'task_comments',
    'authorization_views',
  ]) {
    const rows = await server.db.sql(`select t::text as row from ${table} t where bank_id = 'OTHR' order by 1`);
    hash.update(JSON.stringify(rows));
  }
  return hash.digest('hex');
}
