import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '../../../server/src/testing/test-server.ts';
import type { ReceivedAnswer, RequestSent, Transport } from './exchange.ts';
import { fetchTransport } from './fetch-transport.ts';
import { clockOf, openTarget } from './open-target.ts';
import { mappedTransport, pathMap } from './path-map.ts';
import { runCases } from './run-cases.ts';

const server = fileServer();
let transport: Transport;
beforeAll(async () => {
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  transport = fetchTransport(server.server.app.listeningOrigin);
});

/** Simulates an implementation that responds as this gateway does, apart from the given changes. */
async function run(
  pattern: RegExp,
  change: (answered: ReceivedAnswer, sent: RequestSent) => ReceivedAnswer = (answered) => answered,
  mayChange = true,
) {
  const target = await openTarget(transport, { credentials: {} });
  const altered: Transport = async (sent) => change(await transport(sent), sent);
  return await runCases({
    target: { ...target, transport: altered },
    now: await clockOf(transport),
    mayChange,
    chosen: ({ id }) => pattern.test(id),
  });
}

const outcomes = async (...options: Parameters<typeof run>) =>
  (await run(...options)).results
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ id, outcome, why, deviations }) => [id, outcome, why ?? deviations[0]?.what]);
const replaced = (from: RegExp, to: string) => (answered: ReceivedAnswer) => ({
  ...answered,
  text: answered.text.replace(from, to),
});

describe('a conformance run', () => {
  it('finds no deviation in this gateway, and counts its requests', async () => {
    const report = await run(/^(enforcement\/switch\/ecom|clients\.create-client\/mandatory)/);
    expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(report.results.length).toBeGreaterThan(30);
    expect(report.requests).toBeGreaterThan(50);
  });

  it('fails if the implementation violates the interface, and names the passage', async () => {
    const { results } = await run(
      /^cards\.enquire-card\/errors\/not-found/,
      replaced(/"src_application":"\w+"/, '"src_application":"X"'),
    );
    const [failed] = results.filter(({ outcome }) => outcome === 'note' || outcome === 'failed');
    expect(failed).toMatchObject({
      id: 'cards.enquire-card/answers/answer.echo-failure',
      outcome: 'failed',
      passage: 'docs/interface/requests.md#response-header',
      deviations: [{ what: 'the response header does not repeat src_application' }],
    });
    const off = (sent: string) => sent.replace('"ecomStatus":"OFF"', '"ecomStatus":"ON"');
    const target = await openTarget(transport, { credentials: {} });
    const ignoring: Transport = (sent) => transport({ ...sent, ...(sent.body && { body: off(sent.body) }) });
    const report = await runCases({
      target: { ...target, transport: ignoring },
      now: await clockOf(transport),
      mayChange: true,
      chosen: ({ id }) => id === 'enforcement/switch/ecom/off',
    });
    expect(report.results.find(({ id }) => id === 'enforcement/switch/ecom/off')).toMatchObject({
      outcome: 'failed',
      deviations: [
        {
          by: 'interface',
          passage: 'docs/interface/card-settings.md#switches',
          what: 'ecom was approved although ecomStatus is OFF',
        },
      ],
    });
  });

  it('repeats a request if the implementation is overloaded', async () => {
    let busy = 2;
    const results = await outcomes(/^clients\.create-client\/mandatory\/body\.card_name/, (answered, { path }) => {
      if (!path.endsWith('/ClientCreate') || busy === 0) return answered;
      busy -= 1;
      return { status: 503, headers: { 'content-type': 'application/problem+json' }, text: '{"error_code":"902"}' };
    });
    expect([busy, results]).toEqual([0, []]);
  });

  it('repeats a token request if the implementation is overloaded, whatever the case of its header names', async () => {
    let busy = 2;
    const results = await outcomes(/^cards\.enquire-card\/errors\/not-found/, (answered, { path }) => {
      const text = answered.text
        .replaceAll('"access_token"', '"\\u0061ccess_token"')
        .replaceAll('"103"', '"\\u003103"');
      if (path !== '/oauth2/token' || busy === 0) return { ...answered, text };
      busy -= 1;
      return { status: 429, headers: { 'retry-after': '1' }, text: '{"error":"temporarily_unavailable"}' };
    });
    expect([busy, results]).toEqual([0, []]);
  });

  it('reports nothing about an implementation that is overloaded at every attempt', async () => {
    const results = await outcomes(/^clients\.create-client\/errors\/other-key/, (answered, { path }) =>
      path.endsWith('/ClientCreate') ? { status: 503, headers: {}, text: '{"error_code":"902"}' } : answered,
    );
    const why = 'the implementation is overloaded: HTTP 503 for each attempt';
    expect(results).toEqual([['clients.create-client/errors/other-key', 'not run', why]]);
  });

  it('reports a note for a deviation from a decision of Cardwright', async () => {
    const results = await outcomes(/^clients\.create-client\/mandatory\/body\.card_name/, replaced(/"103"/g, '"105"'));
    expect(results).toEqual([
      [
        'clients.create-client/mandatory/body.card_name',
        'note',
        'body.card_name missing was refused, but not with 103 for body.card_name',
      ],
    ]);
  });

  it('sends no request that could change data in read-only mode', async () => {
    const sent: string[] = [];
    const results = await outcomes(
      /^(clients\.create-client\/mandatory\/body\.card_name|enforcement\/funds)/,
      (answered, { path }) => {
        sent.push(path);
        return answered;
      },
      false,
    );
    // The runner signs in once for each of its three parties.
    expect(sent).toEqual(['/oauth2/token', '/oauth2/token', '/oauth2/token']);
    expect(results.map(([, outcome, why]) => [outcome, why])).toEqual([
      ['not run', 'the case can change data: run with --sandbox'],
      ['not run', 'the case can change data: run with --sandbox'],
    ]);
  });

  it('requires that a complete request of each operation is accepted, so an implementation that refuses everything fails', async () => {
    const broken = (answered: ReceivedAnswer, { path }: RequestSent) =>
      path.startsWith('/V2') ? { ...answered, status: 500, text: '{"error_code":"901"}' } : answered;
    const { results } = await run(/\/errors\/accepted$/, broken);
    const own = results.filter(({ id }) => id.endsWith('/accepted'));
    expect(own.length).toBeGreaterThan(20);
    // Cases that need their own card could not run.
    expect(own.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
    expect(own.find(({ id }) => id.startsWith('clients.create-client/'))).toMatchObject({
      outcome: 'failed',
      deviations: [
        { what: 'a complete request was refused: clients.create-client was refused with 901', by: 'interface' },
      ],
    });
    expect(await outcomes(/\/errors\/accepted$/)).toEqual([]);
  });

  it('checks the successes of the companion operations against their tables', async () => {
    const pattern = /^authorization\.(read|preview)-authorization\/(found|asked)/;
    expect(await outcomes(pattern)).toEqual([]);
    const results = await outcomes(pattern, replaced(/"action_code":"00"/, '"action_code":"05"'));
    expect(results).toEqual([
      ['authorization.read-authorization/found', 'note', 'the returned decision differs from the original response'],
    ]);
  });

  it('is refused if a client gets no access token, because no case could have a result', async () => {
    const credentials = { bank: { clientId: 'demo-bank', clientSecret: 'wrong' } };
    const target = await openTarget(transport, { credentials });
    const options = { target, now: await clockOf(transport), mayChange: false, chosen: () => true };
    await expect(runCases(options)).rejects.toThrow(
      'failed to get an access token for the client demo-bank of the bank: HTTP 401',
    );
  });

  it('uses the paths of an implementation whose paths differ', async () => {
    const target = await openTarget(transport, { credentials: {} });
    const paths: string[] = [];
    const elsewhere: Transport = (sent) => {
      paths.push(sent.path);
      const path = sent.path.replace('/issuing/v2/ask/card', '/V2/cardservices/CardDetailsEnquiry');
      return transport({
        ...sent,
        path: path.replace('/issuing/v2/', '/V2/').replace(/\/decided\/(\w+)/, '/authorizations/$1'),
      });
    };
    const map = pathMap(
      '/issuing',
      { '/V2': '/v2' },
      {
        'cards.enquire-card': '/ask/card',
        'authorization.read-authorization': '/decided/{Retrieval_Reference_Number}',
      },
    );
    const report = await runCases({
      target: { ...target, transport: mappedTransport(elsewhere, map) },
      now: await clockOf(transport),
      mayChange: false,
      chosen: ({ id }) =>
        /^(cards\.enquire-card|authorization\.read-authorization)\/errors\/(not-found|accepted)/.test(id),
    });
    expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(paths.filter((path) => !/^\/(oauth2|issuing\/v2\/(ask\/card$|decided\/\d+$))/.test(path))).toEqual([]);
    expect(paths.some((path) => path.includes('/decided/'))).toBe(true);
    expect(map.back('/issuing/v2/decided/123?a=b')).toBe('/V2/authorizations/123?a=b');
    expect(map.back('/elsewhere')).toBeUndefined();
  });

  it('refuses a path map with an unknown operation or without a path parameter', () => {
    expect(() => pathMap('', {}, { 'cards.lend-card': '/lend' })).toThrow(
      'the interface has no operation cards.lend-card',
    );
    expect(() => pathMap('', {}, { 'tokens.read-token': '/token' })).toThrow(
      'the path of tokens.read-token must have the parameters of /tokens/',
    );
  });

  it('contains no value of a request or response in its report', async () => {
    const report = await run(
      /^enforcement\/switch\/ecom|^onboarding\/accepted/,
      replaced(/"status":"S"/, '"status":"Q"'),
    );
    const text = JSON.stringify(report);
    expect(text).not.toMatch(/\d{6,}|@|Bearer|CONFORMANCE/);
  });
});
