import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fileFolder } from '../../../testing/file-resources.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';
import { readSettings } from '../../configuration/settings.ts';
import { readOperatorPaths } from './operator-paths.ts';

const PATHS = [
  '/docs',
  '/docs/json',
  '/openapi.json',
  '/openapi-v1.json',
  '/openapi-programs.json',
  '/configuration.schema.json',
  '/metrics',
];
const TOKEN = '0123456789abcdef0123456789abcdef';
let server: TestServer | undefined;
const folder = fileFolder();
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function tokenFile(content: string): Promise<string> {
  const path = join(folder, `token-${content.length}`);
  await writeFile(path, content, { mode: 0o600 });
  return path;
}

const statuses = async (of: TestServer, headers: Record<string, string> = {}) =>
  await Promise.all(PATHS.map(async (url) => (await of.request({ method: 'GET', url, headers })).status));

describe('documentation and metrics', () => {
  it('with a token are served only to its holder; all others get 401, with a row of the audit log', async () => {
    server = await testServer({
      CARDWRIGHT_OPERATOR_PATHS: 'token',
      CARDWRIGHT_OPERATOR_TOKEN_FILE: await tokenFile(`${TOKEN}\n`),
    });
    expect(await statuses(server, { authorization: `Bearer ${TOKEN}` })).toEqual([200, 302, 200, 200, 200, 200, 200]);
    const wrong = ['', 'Bearer', `Bearer ${TOKEN}0`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN];
    for (const authorization of wrong)
      expect(await statuses(server, { authorization })).toEqual([401, 401, 401, 401, 401, 401, 401]);
    const { headers, json, text } = await server.request({ method: 'GET', url: '/metrics' });
    expect([headers['www-authenticate'], json.error_code]).toEqual(['Bearer', '201']);
    expect(text).not.toContain('cardwright_request');
    expect((await server.request({ method: 'GET', url: '/metrics', as: 'demo-bank' })).status).toBe(401);
    for (const url of [
      '/docs/guide/',
      '/docs/settings.json',
      '/docs/operations/cards.create-card',
      '/docs/assets/a.js',
    ])
      expect((await server.request({ method: 'GET', url })).status).toBe(401);
    expect((await server.server.app.inject({ method: 'HEAD', url: '/openapi.json' })).statusCode).toBe(401);
    const rows = await server.db.sql(
      `select bank_id, actor, outcome, from_address, details from audit_log where details ->> 'path' = '/metrics' limit 1`,
    );
    const details = { code: '201', path: '/metrics' };
    expect(rows).toEqual([{ bank_id: '-', actor: 'unknown', outcome: 'denied', from_address: '127.0.0.1', details }]);
    expect((await server.request({ method: 'GET', url: '/' })).json).toEqual({
      docs: '/docs',
      openapi: '/openapi.json',
    });
  });

  it('with a separate port are served nowhere else, and / does not mention them', async () => {
    server = await testServer({ CARDWRIGHT_OPERATOR_PATHS: 'port' });
    expect(await statuses(server)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    const missing = await server.request({ method: 'GET', url: '/metrics' });
    expect([missing.json.error_code, missing.json.detail]).toEqual(['102', 'No such path']);
    expect((await server.request({ method: 'GET', url: '/' })).json).toEqual({ interface_version: '2.0' });
    for (const url of ['/healthz', '/readyz']) {
      expect((await server.request({ method: 'GET', url })).status).toBe(200);
    }
    const app = server.server.operatorApp;
    const served = await Promise.all(PATHS.map(async (url) => (await app?.inject({ url }))?.statusCode));
    expect(served).toEqual([200, 302, 200, 200, 200, 200, 200]);
    expect((await app?.inject({ url: '/' }))?.json()).toEqual({
      docs: '/docs',
      openapi: '/openapi.json',
      metrics: '/metrics',
    });
    const elsewhere = await app?.inject({ url: '/V2/contract-warnings' });
    expect([elsewhere?.statusCode, elsewhere?.json().detail]).toEqual([
      404,
      'No such path: see / for the documentation',
    ]);
    expect(elsewhere?.headers['x-content-type-options']).toBe('nosniff');
    // the separate port shows no sandbox callers
    expect((await app?.inject({ url: '/docs/settings.json' }))?.json().callers).toEqual([]);
    expect((await app?.inject({ url: '/docs' }))?.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('a separate port with a token', () => {
  it('answers 401 on every path without the token', async () => {
    server = await testServer({
      CARDWRIGHT_OPERATOR_PATHS: 'port',
      CARDWRIGHT_OPERATOR_TOKEN_FILE: await tokenFile(TOKEN),
    });
    const app = server.server.operatorApp!;
    const statusesWith = (authorization: string) =>
      Promise.all(
        ['/', '/nothing', ...PATHS].map(
          async (url) => (await app.inject({ url, headers: { authorization } })).statusCode,
        ),
      );
    expect(await statusesWith(`Bearer ${TOKEN}`)).toEqual([200, 404, 200, 302, 200, 200, 200, 200, 200]);
    expect(await statusesWith(`Bearer ${TOKEN}0`)).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 401]);
    expect((await app.inject({ url: '/metrics' })).headers['www-authenticate']).toBe('Bearer');
    expect(await statuses(server, { authorization: `Bearer ${TOKEN}` })).toEqual([404, 404, 404, 404, 404, 404, 404]);
  });
});

describe('without the setting', () => {
  it.each([
    ['sandbox', 'open'],
    ['production', 'port'],
  ])('documentation and metrics in %s are: %s', async (CARDWRIGHT_MODE, kind) => {
    expect(await readOperatorPaths(readSettings({ CARDWRIGHT_MODE }))).toEqual({ kind });
  });
});

describe('an unsafe token', () => {
  const read = (CARDWRIGHT_OPERATOR_TOKEN_FILE: string) =>
    readOperatorPaths(readSettings({ CARDWRIGHT_OPERATOR_PATHS: 'token', CARDWRIGHT_OPERATOR_TOKEN_FILE }));

  it('stops the start: an empty or short one, one with a blank, or a missing file', async () => {
    await expect(read('')).rejects.toThrow('CARDWRIGHT_OPERATOR_PATHS=token requires CARDWRIGHT_OPERATOR_TOKEN_FILE');
    for (const content of ['', 'short', `${TOKEN} ${TOKEN}`, 'ü'.repeat(40)]) {
      await expect(read(await tokenFile(content))).rejects.toThrow(
        'must contain 32 to 256 ASCII characters without blanks',
      );
    }
    await expect(read(join(folder, 'missing'))).rejects.toThrow('CARDWRIGHT_OPERATOR_TOKEN_FILE: cannot read');
  });
});
