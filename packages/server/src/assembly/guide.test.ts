import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerDocs } from './docs.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardwright-site-'));
  app = fastify();
  await registerDocs(app, { operatorPrefix: 'Gw', site: folder });
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string) => app.inject({ url });

describe('/docs/guide', () => {
  it('says how to build the site where nobody has, in a page and not as a fault', async () => {
    const answers = await Promise.all(
      ['/docs/guide/', '/docs/guide/index.html', '/docs/guide/interface.html'].map(get),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 404]);
    for (const { body, headers } of answers) {
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain('npm run docs:build');
    }
    expect((await get('/docs')).statusCode).toBe(200);
  });

  describe('once the site is built, with the server still running', () => {
    beforeAll(async () => {
      await mkdir(join(folder, 'assets'));
      await writeFile(join(folder, 'index.html'), '<h1>Start</h1>');
      await writeFile(join(folder, 'interface.html'), '<h1>Interface</h1>');
      await writeFile(join(folder, 'assets', 'app.Eu7QpJgS.js'), 'export {};');
      await writeFile(join(folder, '..', `${folder.split('/').at(-1)}-outside`), 'not of the site');
    });
    afterAll(() => rm(`${folder}-outside`, { force: true }));

    it('serves its pages, which browsers ask for again, and its assets, which they may keep', async () => {
      const [start, page, asset, missing] = await Promise.all(
        ['', 'interface.html', 'assets/app.Eu7QpJgS.js', 'nothing.html'].map((path) => get(`/docs/guide/${path}`)),
      );
      expect([start?.statusCode, start?.body, start?.headers['cache-control']]).toEqual([
        200,
        '<h1>Start</h1>',
        'no-cache',
      ]);
      expect([page?.statusCode, page?.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(asset?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(missing?.statusCode).toBe(404);
      expect((await get('/docs/guide')).headers.location).toBe('/docs/guide/');
    });

    it('protects its pages like /docs: nothing from elsewhere, no scripts in the text, in no frame', async () => {
      const { headers } = await get('/docs/guide/interface.html');
      expect(headers['content-security-policy']).toBe((await get('/docs')).headers['content-security-policy']);
      expect(headers['content-security-policy']).toContain("script-src 'self';style-src 'self'");
      expect(headers['x-frame-options']).toBe('DENY');
    });

    it('serves no file outside of the site', async () => {
      const outside = `${folder.split('/').at(-1)}-outside`;
      for (const path of [`../${outside}`, `%2e%2e/${outside}`, `..%2f${outside}`, `assets/%2e%2e/%2e%2e/${outside}`]) {
        const { statusCode, body } = await get(`/docs/guide/${path}`);
        expect([403, 404], path).toContain(statusCode);
        expect(body).not.toContain('not of the site');
      }
    });
  });
});
