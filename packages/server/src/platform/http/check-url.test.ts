import { describe, expect, it } from 'vitest';
import { INSURANCE_HEADERS } from '../../testing/cards/insurance.ts';
import { fileServer } from '../../testing/test-server.ts';

/** A number under a BIN of the demo bank, with its check digit. */
const NUMBER = '4000001000000018';

const s = fileServer();

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, as = 'demo-bank') => s.request({ method, url, as });

function codeIn(json: object): unknown {
  const { error_code } = json as { error_code?: string };
  return error_code;
}

describe('a character below a blank in a URL', () => {
  it.each([
    ['GET', '/V2/cards/9000000000000000%00/insurances'],
    ['GET', '/V2/authorizations/6324120000%0001'],
    ['POST', '/V2/authorizations/63241200%0a01/reversal'],
    ['GET', '/V2/tokens/a%00b'],
    ['GET', '/V2/tokens?card_identifier_id=%00'],
    ['GET', '/V2/tokens?limit=1&%00=1'],
    ['GET', '/V2/tokens?state=a&state=%09'],
    ['GET', '/V2/webhook-endpoints/x%1f'],
    ['GET', '/V2/webhook/TokenNotification?cursor=%00'],
    ['GET', '/V2/merchants/a%00'],
    ['GET', '/nowhere/%00'],
    ['GET', '/nowhere?x=%00'],
    ['GET', '/nowhere/%00%ff'],
    ['DELETE', '/V2/tokens?x=%00'],
    ['GET', '/healthz?x=%00'],
    ['GET', '/.well-known/jwks.json?x=%0d'],
    ['POST', '/oauth2/token?x=%00'],
  ] as const)('is refused, and is not a malfunction: %s %s', async (method, url) => {
    const { status, json } = await send(method, url);
    expect([status, codeIn(json)]).toEqual([400, '105']);
  });

  it('is named in the answer', async () => {
    const { json } = await send('GET', '/V2/tokens/a%00b');
    expect(json).toMatchObject({
      detail: 'U+0000 is not allowed in a URL',
      errors: [{ path: 'token_reference', code: '105', message: 'U+0000 is not allowed in a URL' }],
    });
  });

  it('is refused in the shape of the operation', async () => {
    const envelope = await send('POST', '/V2/services?x=%00');
    expect(envelope.status).toBe(400);
    expect(envelope.json).toMatchObject({
      GwSrvResponse: { response_error: { exception_details: { error_code: '105' } } },
    });
    const flat = await send('POST', '/V2/authorizations/Ecommerce?x=%00', 'demo-network');
    expect([flat.status, flat.json.Action_Code]).toEqual([400, '30']);
  });

  it('is not reported to a caller that is not authenticated', async () => {
    const { status, json } = await s.request({ method: 'GET', url: '/V2/tokens/a%00b' });
    expect([status, codeIn(json)]).toEqual([401, '201']);
  });
});

describe('a full card number in a URL', () => {
  it.each([
    ['GET', `/V2/tokens/${NUMBER}`],
    ['GET', `/V2/tokens?card_identifier_id=${NUMBER}&card_identifier_type=EXID`],
    ['GET', `/V2/tokens?cursor=${NUMBER}`],
    ['GET', `/V2/tokens?${NUMBER}=1`],
    ['GET', `/V2/tokens?limit=1&unknown=4000+0010+0000+0018`],
    ['GET', `/V2/authorizations/${NUMBER}`],
    ['POST', `/V2/authorizations/${NUMBER}/completion`],
    ['POST', `/V2/accounts/${NUMBER}/backtest`],
    ['GET', `/V2/webhook-endpoints/4000-0010-0000-0018`],
    ['GET', `/V2/cards/9000000000000000001/insurances?card_identify_type=${NUMBER}`],
    ['GET', `/V2/merchants/${NUMBER}`],
    ['GET', `/V2/cards/${NUMBER}`],
    ['GET', `/nowhere/${NUMBER}`],
    ['GET', `/nowhere?card=${NUMBER}`],
    ['GET', `/healthz?card=${NUMBER}`],
  ] as const)('is refused, and not repeated: %s %s', async (method, url) => {
    const { status, json, text } = await send(method, url, url.includes('merchants') ? 'demo-acquirer' : 'demo-bank');
    expect([status, codeIn(json)]).toEqual([400, '106']);
    expect(text).not.toContain(NUMBER);
  });

  it('is accepted in a parameter for card numbers', async () => {
    const { json: fixtures } = await s.request({ url: '/sandbox/fixtures' });
    const [card] = fixtures.cards as { card_number: string }[];
    for (const version of ['/V2', '']) {
      const url = `${version}/cards/${card?.card_number}/insurances?card_identify_type=CONTRACT_NUMBER`;
      const { status } = await s.request({ url, as: 'demo-bank', headers: INSURANCE_HEADERS });
      expect(status).toBe(200);
    }
  });

  it('of another bank is an ordinary id', async () => {
    const { status, json } = await send('GET', '/V2/authorizations/4111111111111111');
    expect([status, codeIn(json)]).not.toEqual([400, '106']);
  });
});
