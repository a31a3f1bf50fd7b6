import { runInNewContext } from 'node:vm';
import { waitForDeliveries } from '../background-work.ts';
import type { TestServer } from '../test-server.ts';

export interface Pair {
  readonly key: string;
  readonly value: string;
}
export interface Script {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: string; readonly exec: readonly string[] };
}
export interface Item {
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
export interface Collection {
  readonly info: { readonly name: string; readonly schema: string };
  readonly variable: readonly Pair[];
  readonly event: readonly Script[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

export const itemsOf = ({ item }: Collection): Item[] => item.flatMap(({ item: own }) => own);

/** Runs all requests of a collection in their order, with their scripts. Returns those that fail. */
export async function runCollection(server: TestServer, collection: Collection): Promise<string[]> {
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
    const answer = await send(server, item, fill);
    if (unknown.size > 0) failed.push(`${item.name}: unknown ${[...unknown].join(', ')}`);
    else if (answer.status >= 300) failed.push(`${item.name}: ${answer.status} ${answer.text.slice(0, 300)}`);
    else runScripts(item.event, 'test', variables, answer.json);
  }
  return failed;
}

async function send(server: TestServer, { request }: Item, fill: (text: string) => string) {
  const { method, auth, header, url, body } = request;
  const headers = Object.fromEntries(header.map(({ key, value }) => [key, fill(value)]));
  const [bearer] = auth.bearer ?? [];
  const path = fill(url.raw).replace(/^http:\/\/[^/]+/, '');
  const form = body?.urlencoded?.map(({ key, value }): [string, string] => [key, fill(value)]);
  const payload = form === undefined ? body?.raw && fill(body.raw) : new URLSearchParams(form).toString();
  await waitForDeliveries(server, path);
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
