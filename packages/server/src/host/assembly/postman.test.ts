import { runInNewContext } from 'node:vm';
import { POSTMAN_PATH } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntilSettled } from '../../testing/background-work.ts';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';

interface Pair {
  readonly key: string;
  readonly value: string;
}
interface Script {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: string; readonly exec: readonly string[] };
}
interface Item {
  readonly name: string;
  readonly event?: readonly Script[];
  readonly request: {
    readonly method: string;
    readonly auth: { readonly type: 'noauth' | 'bearer'; readonly bearer?: readonly Pair[] };
    readonly header: readonly Pair[];
    readonly url: { readonly raw: string; readonly host: readonly string[]; readonly path: readonly string[] };
    readonly body?: {
      readonly mode: 'raw' | 'urlencoded';
      readonly raw?: string;
      readonly urlencoded?: readonly Pair[];
    };
  };
}
interface Collection {
  readonly info: { readonly name: string; readonly schema: string };
  readonly variable: readonly Pair[];
  readonly event: readonly Script[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

let server: TestServer;
let collection: Collection;
beforeAll(async () => {
  server = await testServer();
  await signInDemo(server, 'layla');
  collection = (await server.request({ method: 'GET', url: POSTMAN_PATH })).json as unknown as Collection;
});
afterAll(() => server?.close());

const itemsOf = ({ item }: Collection): Item[] => item.flatMap(({ item: own }) => own);

describe('the Postman collection', () => {
  it('is one of format 2.1: named items with a method, an address of parts, pairs and scripts', () => {
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

  it('has a request of every group, each variable known, and every request succeeds in their order', async () => {
    const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
    const failed: string[] = [];
    for (const item of itemsOf(collection)) {
      runScripts(collection.event, 'prerequest', variables, undefined);
      const unknown = new Set<string>();
      const fill = (text: string) =>
        text.replace(/\{\{([\w-]+)\}\}/g, (whole, name: string) => {
          if (!variables.has(name)) unknown.add(name);
          return variables.get(name) ?? whole;
        });
      const answer = await send(item, fill);
      if (unknown.size > 0) failed.push(`${item.name}: unknown ${[...unknown].join(', ')}`);
      else if (answer.status >= 300) failed.push(`${item.name}: ${answer.status} ${answer.text.slice(0, 300)}`);
      else runScripts(item.event, 'test', variables, answer.json);
    }
    expect(failed).toEqual([]);
  });
});

async function send({ request }: Item, fill: (text: string) => string) {
  const { method, auth, header, url, body } = request;
  const headers = Object.fromEntries(header.map(({ key, value }) => [key, fill(value)]));
  const [bearer] = auth.bearer ?? [];
  const path = fill(url.raw).replace(/^http:\/\/[^/]+/, '');
  const form = body?.urlencoded?.map(({ key, value }): [string, string] => [key, fill(value)]);
  const payload = form === undefined ? body?.raw && fill(body.raw) : new URLSearchParams(form).toString();
  await waitUntilSettled(server, path);
  const answer = await server.request({
    method: method as 'POST',
    url: path,
    headers: {
      ...headers,
      ...(bearer && { authorization: `Bearer ${fill(bearer.value)}` }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(payload !== undefined && { payload }),
  });
  await server.server.screeningIdle();
  if (/\/(backtests|propose)/.test(path)) await server.server.backtestsIdle();
  return answer;
}

/** Runs scripts as Postman does: with `pm`, and without access to this process. */
function runScripts(
  scripts: readonly Script[] = [],
  listen: Script['listen'],
  variables: Map<string, string>,
  answer: unknown,
): void {
  const collectionVariables = { set: (name: string, value: unknown) => void variables.set(name, String(value)) };
  const pm = { collectionVariables, response: { json: () => answer } };
  for (const { script } of scripts.filter((each) => each.listen === listen)) {
    runInNewContext(script.exec.join('\n'), { pm });
  }
}
