import { describe, expect, it } from 'vitest';
import type { DescribedOperation } from '../text/contents.ts';
import { snippetOf } from './snippets.ts';

const suspend = {
  id: 'tokens.suspend-token',
  surface: 'rest',
  paths: ['/V2/tokens/{token_reference}/suspend'],
  sdk: { method: 'tokens.suspend', names: ['token_reference'] },
} as unknown as DescribedOperation;
const lostPhone = {
  name: 'suspended',
  caller: 'demo-bank',
  request: {
    method: 'POST',
    path: '/V2/tokens/T-1/suspend',
    headers: { authorization: 'Bearer an-access-token', 'If-Match': '"2"' },
    body: { requested_by: 'CARDHOLDER' },
  },
  answer: { status: 200 },
} as unknown as DescribedOperation['examples'][number];
const asked = {
  ...{ operation: suspend, example: lostPhone, prefix: 'Gw' },
  ...{ server: 'https://cards.example', tokenPath: '/oauth2/token', caller: undefined },
};

describe('the example of an operation', () => {
  it('is written for curl with the token of the reader', () => {
    expect(snippetOf('curl', asked)).toBe(`curl -s 'https://cards.example/V2/tokens/T-1/suspend' \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'If-Match: "2"' \\
  -H 'Content-Type: application/json' \\
  -d @- <<'END'
{
  "requested_by": "CARDHOLDER"
}
END`);
  });

  it('is written for curl with a token of this server where credentials are published', () => {
    const caller = { clientId: 'demo-bank', credentials: btoa('demo-bank:demo-bank-secret'), scopes: [] };
    expect(
      snippetOf('curl', { ...asked, caller })
        .split('\n')
        .slice(0, 3),
    ).toEqual([
      'TOKEN=$(curl -s -u demo-bank:demo-bank-secret -d grant_type=client_credentials https://cards.example/oauth2/token |',
      `  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      `curl -s 'https://cards.example/V2/tokens/T-1/suspend' \\`,
    ]);
  });

  it('is written as a call of the SDK with the ids first', () => {
    expect(snippetOf('TypeScript', asked)).toContain(`const answer = await cw.tokens.suspend('T-1', {
  requested_by: "CARDHOLDER"
});`);
  });

  it('is written for the command line with the parts of the path by name', () => {
    expect(snippetOf('Command line', asked)).toBe(`cardwright call tokens.suspend-token token_reference='T-1' <<'END'
{
  "requested_by": "CARDHOLDER"
}
END`);
  });

  it('contains an envelope with the operator’s prefix for curl, and only its body for clients', () => {
    const header = { msg_id: 'A' };
    const body = { GwSrvRequest: { request_x: { header, body: { customer_id: 'C-1' } } } };
    const envelope = {
      ...asked,
      prefix: 'Acme',
      operation: { ...suspend, surface: 'envelope', paths: ['/V2/x'], sdk: { method: 'clients.create', names: [] } },
      example: { ...lostPhone, request: { method: 'POST', path: '/V2/x', body } },
    } as unknown as typeof asked;
    expect(snippetOf('HTTP', envelope)).toContain('"AcmeSrvRequest": {');
    expect(snippetOf('TypeScript', envelope)).toContain('cw.clients.create({\n  customer_id: "C-1"\n});');
  });
});
