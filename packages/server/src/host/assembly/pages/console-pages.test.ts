import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../../testing/file-resources.ts';
import { registerConsole } from './console-pages.ts';

let app: FastifyInstance;
const folder = fileFolder();
beforeAll(async () => {
  app = fastify();
  app.get('/console/session', async () => ({ session: 'of people' }));
  await registerConsole(app, folder);
});
afterAll(async () => {
  await app?.close();
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

describe('/console', () => {
  it('serves a page with the build command if the console is not built', async () => {
    const { statusCode, headers, body } = await get('/console/find');
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(body).toContain('npm run build');
  });

  describe('once the console is built, with the server still running', () => {
    beforeAll(async () => {
      await mkdir(join(folder, 'assets'));
      await writeFile(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__NONCE__"><div id="console">');
      await writeFile(join(folder, 'assets', 'index-Eu7QpJgS.js'), 'export {};');
      await writeFile(join(folder, 'assets', 'index-Eu7QpJgS.js.br'), 'compressed');
      await writeFile(`${folder}-outside`, 'not of the console');
    });
    afterAll(() => rm(`${folder}-outside`, { force: true }));

    it('answers each of its addresses with the same page, which browsers revalidate', async () => {
      for (const path of ['/console/', '/console/find?q=amina', '/console/customers/C-1', '/console/cards/1/2/3']) {
        const { statusCode, headers, body } = await get(path);
        expect([statusCode, headers['content-type'], headers['cache-control']], path).toEqual([
          200,
          'text/html; charset=utf-8',
          'no-cache',
        ]);
        expect(body).toContain('<div id="console">');
      }
      expect((await get('/console')).headers.location).toBe('/console/');
    });

    it('leaves the paths of sessions to their own routes', async () => {
      expect((await get('/console/session')).json()).toEqual({ session: 'of people' });
    });

    it('lets browsers cache files with a content hash for a year, compressed if they accept it', async () => {
      const path = '/console/assets/index-Eu7QpJgS.js';
      const [plain, smaller, missing] = await Promise.all([
        get(path),
        get(path, { 'accept-encoding': 'gzip, br' }),
        get('/console/assets/index-older.js'),
      ]);
      expect([plain.body, plain.headers['cache-control']]).toEqual([
        'export {};',
        'public, max-age=31536000, immutable',
      ]);
      expect([smaller.body, smaller.headers['content-encoding'], smaller.headers['cache-control']]).toEqual([
        'compressed',
        'br',
        'public, max-age=31536000, immutable',
      ]);
      expect(missing.statusCode).toBe(404);
    });

    it('allows no script but its own files, no text as markup, no frame, and style sheets only with a nonce that is used once', async () => {
      const [first, second] = await Promise.all([get('/console/'), get('/console/')]);
      const [one, other] = [first, second].map(({ body }) => /nonce="([0-9a-f]{16,})"/.exec(body)?.[1]);
      expect(one).toBeDefined();
      expect(one).not.toBe(other);
      const policy = String(first.headers['content-security-policy']);
      const directives = Object.fromEntries(
        policy.split(';').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
      );
      expect(directives['script-src'][0]).toBe("'self'");
      expect(directives['style-src']).toEqual(["'self'", `'nonce-${one}'`]);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script';trusted-types default");
      expect(policy).toContain("frame-ancestors 'none'");
      expect([first.headers['x-frame-options'], first.headers['referrer-policy']]).toEqual(['DENY', 'same-origin']);
    });

    it('serves no file outside of the console', async () => {
      const outside = `${folder.split('/').at(-1)}-outside`;
      for (const path of [
        `assets/../../${outside}`,
        `assets/%2e%2e/%2e%2e/${outside}`,
        `assets/..%2f..%2f${outside}`,
      ]) {
        expect((await get(`/console/${path}`)).body, path).not.toContain('not of the console');
      }
    });
  });
});
