import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../../testing/file-resources.ts';
import { registerDocs } from './docs.ts';

const CALLER = { client_id: 'demo-bank', secret: 'known to all', scopes: ['cards:read'] };

const GUIDE = '/docs/guide';
const OPERATIONS = '/docs/operations';
let app: FastifyInstance;
const folder = fileFolder();
beforeAll(async () => {
  app = fastify();
  await registerDocs(app, { operatorPrefix: 'Acme', callers: [CALLER], folder });
});
afterAll(async () => {
  await app?.close();
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

describe('/docs', () => {
  it('serves a page with the build command if the documentation is not built', async () => {
    const { statusCode, headers, body } = await get('/docs');
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(body).toContain('npm run build');
    expect((await get('/openapi.json')).statusCode).toBe(200);
  });

  it('provides the operator’s prefix and the clients with published credentials to its page', async () => {
    expect((await get('/docs/settings.json')).json()).toEqual({
      operatorPrefix: 'Acme',
      tokenPath: '/oauth2/token',
      callers: [{ clientId: 'demo-bank', credentials: 'ZGVtby1iYW5rOmtub3duIHRvIGFsbA==', scopes: ['cards:read'] }],
    });
  });

  describe('once its pages are built, with the server still running', () => {
    beforeAll(async () => {
      await mkdir(join(folder, 'assets'));
      await writeFile(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__NONCE__"><div id="docs">');
      await mkdir(join(folder, 'markdown', 'start'), { recursive: true });
      await writeFile(join(folder, 'markdown', 'start', 'bank.md'), '# Bank');
      await mkdir(join(folder, 'markdown', 'operations'));
      await writeFile(join(folder, 'markdown', 'operations', 'cards.create-card.md'), '# Create a card');
      await writeFile(join(folder, 'llms.txt'), '# Cardwright');
      await writeFile(join(folder, 'assets', 'index-Eu7QpJgS.js'), 'export {};');
      await writeFile(join(folder, 'assets', 'index-Eu7QpJgS.js.br'), 'compressed');
      await writeFile(`${folder}-outside`, 'not of the documents');
    });
    afterAll(() => rm(`${folder}-outside`, { force: true }));

    it('answers each of its addresses with the same page, which browsers revalidate', async () => {
      const addresses = ['/docs', '/docs/', '/docs/operations/cards.create-card?example=a', '/docs/guide/start/bank'];
      for (const path of [...addresses, '/docs/guide', '/docs/guide/']) {
        const { statusCode, headers, body } = await get(path);
        expect([statusCode, headers['content-type'], headers['cache-control']], path).toEqual([
          200,
          'text/html; charset=utf-8',
          'no-cache',
        ]);
        expect(body).toContain('<div id="docs">');
      }
    });

    it('serves each document as Markdown at its address plus .md, and their list for agents', async () => {
      for (const [path, text, type] of [
        [`${GUIDE}/start/bank.md`, '# Bank', 'text/markdown; charset=utf-8'],
        [`${OPERATIONS}/cards.create-card.md`, '# Create a card', 'text/markdown; charset=utf-8'],
        ['/llms.txt', '# Cardwright', 'text/plain; charset=utf-8'],
        ['/docs.md', '# Cardwright', 'text/plain; charset=utf-8'],
      ] as const) {
        const { statusCode, headers, body } = await get(path);
        expect([statusCode, headers['content-type'], headers['cache-control'], body], path).toEqual([
          200,
          type,
          'no-cache',
          text,
        ]);
      }
      for (const path of [`${GUIDE}/none.md`, `${GUIDE}/%2e%2e/other.txt.md`, `${GUIDE}/../../x.md`]) {
        expect((await get(path)).statusCode, path).not.toBe(500);
        expect((await get(path)).body, path).not.toContain('# Cardwright');
      }
      expect((await get(`${GUIDE}/none.md`)).statusCode).toBe(404);
      expect((await get(`${OPERATIONS}/none.md`)).statusCode).toBe(404);
    });

    it('redirects from the former file addresses of documents to the current ones', async () => {
      const paths = ['guide/interface/cards.html', 'guide/errors.html', 'guide/index.html', 'json'];
      const answers = await Promise.all(paths.map((path) => get(`/docs/${path}`)));
      expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
        [302, '/docs/guide/interface/cards'],
        [302, '/docs/guide/errors'],
        [302, '/docs/guide/'],
        [302, '/openapi.json'],
      ]);
      // no redirect leads to another server
      expect((await get('/docs/guide//elsewhere.example/x.html')).headers.location ?? '').not.toMatch(/^\/\/|^http/);
    });

    it('lets browsers cache files with a content hash for a year, compressed if they accept it', async () => {
      const path = '/docs/assets/index-Eu7QpJgS.js';
      const [plain, smaller, missing] = await Promise.all([
        get(path),
        get(path, { 'accept-encoding': 'br' }),
        get('/docs/assets/index-older.js'),
      ]);
      expect([plain.body, plain.headers['cache-control']]).toEqual([
        'export {};',
        'public, max-age=31536000, immutable',
      ]);
      expect([smaller.body, smaller.headers['content-encoding']]).toEqual(['compressed', 'br']);
      expect(missing.statusCode).toBe(404);
    });

    it('allows no script but its own files, no text as markup, no frame, and style sheets only with a nonce that is used once', async () => {
      const [first, second] = await Promise.all([get('/docs'), get('/docs/guide/errors')]);
      const [one, other] = [first, second].map(({ body }) => /nonce="([0-9a-f]{16,})"/.exec(body)?.[1]);
      expect(one).toBeDefined();
      expect(one).not.toBe(other);
      const policy = String(first.headers['content-security-policy']);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`style-src 'self' 'nonce-${one}'`);
      expect(policy).toContain("connect-src 'self'");
      expect(policy).toContain("require-trusted-types-for 'script';trusted-types default");
      expect(policy).toContain("frame-ancestors 'none'");
      expect([first.headers['x-frame-options'], first.headers['referrer-policy']]).toEqual(['DENY', 'same-origin']);
    });

    it('serves no file outside of its pages', async () => {
      const outside = `${folder.split('/').at(-1)}-outside`;
      for (const path of [`../../${outside}`, `%2e%2e/%2e%2e/${outside}`, `..%2f..%2f${outside}`]) {
        expect((await get(`/docs/assets/${path}`)).body, path).not.toContain('not of the documents');
      }
    });
  });
});

it('a server without published credentials returns none', async () => {
  const own = fastify();
  await registerDocs(own, { operatorPrefix: 'Gw', folder });
  expect((await own.inject({ url: '/docs/settings.json' })).json().callers).toEqual([]);
  await own.close();
});
