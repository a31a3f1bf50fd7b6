import { POSTMAN_PATH } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import {
  type Collection,
  itemsOf,
  type Pair,
  runCollection,
  type Script,
} from '../../testing/requests/run-collection.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
let collection: Collection;
beforeAll(async () => {
  await signInDemo(server, 'layla');
  collection = (await server.request({ method: 'GET', url: POSTMAN_PATH })).json as unknown as Collection;
});

describe('the Postman collection', () => {
  it('has the format 2.1: named items with a method, an address in parts, pairs and scripts', () => {
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    expect(collection.variable.slice(0, 4).map(({ key }) => key)).toEqual([
      'baseUrl',
      'clientId',
      'clientSecret',
      'token',
    ]);
    const isText = (value: unknown) => typeof value === 'string';
    const arePairs = (pairs: readonly Pair[]) => pairs.every(({ key, value }) => isText(key) && isText(value));
    const areScripts = (scripts: readonly Script[] = []) =>
      scripts.every(({ script }) => script.type === 'text/javascript' && script.exec.every(isText));
    expect([arePairs(collection.variable), areScripts(collection.event)]).toEqual([true, true]);
    for (const { name, event, request } of itemsOf(collection)) {
      const { method, header, url, body } = request;
      expect([name, method], name).toEqual([expect.stringMatching(/./), expect.stringMatching(/^[A-Z]+$/)]);
      expect(`${url.host.join('.')}/${url.path.join('/')}`, name).toBe(url.raw.split('?')[0]);
      expect([arePairs(header), areScripts(event)], name).toEqual([true, true]);
      const content = body === undefined ? '' : body[body.mode];
      expect(body === undefined || (body.mode === 'raw' ? isText(content) : Array.isArray(content)), name).toBe(true);
    }
  });

  it('has a request of every group and no unknown variable, and all requests succeed in order', async () => {
    expect(await runCollection(server, collection)).toEqual([]);
  });
});
