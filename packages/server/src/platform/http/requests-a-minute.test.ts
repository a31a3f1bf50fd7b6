import { describe, expect, it } from 'vitest';
import { fileResource } from '../../testing/file-resources.ts';
import { anyRequest, ENVELOPE_IDS, OPERATION_IDS } from '../../testing/requests/any-request.ts';
import { accountName } from '../../testing/requests/bank-requests.ts';
import { envelopeRequest } from '../../testing/requests/envelope-requests.ts';
import { expectRefusal } from '../../testing/requests/expect-refusal.ts';
import { NO_ACCOUNT } from '../../testing/requests/missing-names.ts';
import { codeOf, type TestRequest } from '../../testing/requests/test-requests.ts';
import { twoBanks } from '../../testing/requests/two-banks.ts';
import { fileServer, testServer } from '../../testing/test-server.ts';

const server = fileServer();
const banks = fileResource(() => twoBanks(server));

describe('requests a minute', () => {
  it.each([
    { limitAuthorizations: 'false', exempt: true },
    { limitAuthorizations: 'true', exempt: false },
  ])(
    'beyond them, 204 with Retry-After in the operation’s shape; authorizations exempt: $exempt',
    async ({ limitAuthorizations, exempt }) => {
      const limited = await testServer({
        CARDWRIGHT_REQUESTS_PER_MINUTE: '1',
        CARDWRIGHT_LIMIT_AUTHORIZATIONS: limitAuthorizations,
      });
      try {
        const first = await limited.request({ ...anyRequest(banks, 'accounts.enquire-balance'), as: 'demo-bank' });
        expect(codeOf(first)).toBe('302');
        for (const id of OPERATION_IDS) {
          const answer = await limited.request({ ...anyRequest(banks, id), as: 'demo-bank' });
          if (id === 'authorization.authorize-ecommerce' && exempt) {
            expect([answer.status, answer.json.Action_Code]).toEqual([200, '14']);
            continue;
          }
          expectRefusal(banks, id, answer, '204');
          expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
          expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
        }
        // each client has its own limit
        const another = await limited.request({ ...anyRequest(banks, 'accounts.enquire-balance'), as: 'other-bank' });
        expect(codeOf(another)).toBe('203');
      } finally {
        await limited.close();
      }
    },
  );
});

describe('CARDWRIGHT_ENVELOPE_HTTP_200', () => {
  it('answers every failed envelope with HTTP 200, and nothing else', async () => {
    const flat = await testServer({ CARDWRIGHT_ENVELOPE_HTTP_200: 'true' });
    try {
      for (const id of ENVELOPE_IDS)
        expectRefusal(banks, id, await flat.request(anyRequest(banks, id)), '201', {}, 200);
      const refused: [string, TestRequest][] = [
        ['302', anyRequest(banks, 'accounts.enquire-balance')],
        ['203', envelopeRequest('accounts.enquire-balance', accountName(NO_ACCOUNT), { bank_id: 'OTHR' })],
        ['103', envelopeRequest('accounts.enquire-balance', {})],
        ['102', { ...anyRequest(banks, 'accounts.enquire-balance'), url: '/V2/cardservices/ClientCreate' }],
        ['101', { method: 'POST', url: '/V2/services', payload: '{', headers: { 'content-type': 'application/json' } }],
      ];
      for (const [code, request] of refused) {
        const answer = await flat.request({ ...request, as: 'demo-bank' });
        expect([code, answer.status, codeOf(answer)]).toEqual([code, 200, code]);
      }
      expectRefusal(
        banks,
        'authorization.authorize-ecommerce',
        await flat.request(anyRequest(banks, 'authorization.authorize-ecommerce')),
        '201',
      );
      expectRefusal(
        banks,
        'authorization.read-authorization',
        await flat.request(anyRequest(banks, 'authorization.read-authorization')),
        '201',
      );
    } finally {
      await flat.close();
    }
  });
});
