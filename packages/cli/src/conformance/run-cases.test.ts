import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../server/src/testing/test-server.ts';
import type { AnswerReceived, RequestSent, Transport } from './exchange.ts';
import { fetchTransport } from './fetch-transport.ts';
import { clockOf, openTarget } from './open-target.ts';
import { runCases } from './run-cases.ts';

let server: TestServer;
let transport: Transport;
beforeAll(async () => {
  server = await testServer();
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  transport = fetchTransport(server.server.app.listeningOrigin);
});
afterAll(() => server?.close());

/** An implementation that answers as this gateway does, but for what is changed. */
async function run(
  pattern: RegExp,
  change: (answered: AnswerReceived, sent: RequestSent) => AnswerReceived = (answered) => answered,
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

const outcomes = async (...given: Parameters<typeof run>) =>
  (await run(...given)).results
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ id, outcome, why, deviations }) => [id, outcome, why ?? deviations[0]?.what]);
const replaced = (from: RegExp, to: string) => (answered: AnswerReceived) => ({
  ...answered,
  text: answered.text.replace(from, to),
});

describe('a run of the conformance cases', () => {
  it('finds nothing in this gateway, and counts what it sent', async () => {
    const report = await run(/^(enforcement\/switch\/ecom|clients\.create-client\/mandatory)/);
    expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(report.results.length).toBeGreaterThan(30);
    expect(report.requests).toBeGreaterThan(50);
  });

  it('fails where the interface says otherwise, be it an answer or what was decided, and names the passage', async () => {
    const { results } = await run(
      /^cards\.enquire-card\/errors\/not-found/,
      replaced(/"src_application":"\w+"/, '"src_application":"X"'),
    );
    const [failed] = results.filter(({ outcome }) => outcome === 'note' || outcome === 'failed');
    expect(failed).toMatchObject({
      id: 'cards.enquire-card/answers/answer.echo-failure',
      outcome: 'failed',
      passage: 'docs/interface/requests.md#header-of-the-answer',
      deviations: [{ what: 'the header of the answer does not repeat src_application' }],
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
          what: 'with ecomStatus OFF, ecom was approved',
        },
      ],
    });
  });

  it('asks again where the implementation has too much to do for now', async () => {
    let busy = 2;
    const told = await outcomes(/^clients\.create-client\/mandatory\/body\.card_name/, (answered, { path }) => {
      if (!path.endsWith('/ClientCreate') || busy === 0) return answered;
      busy -= 1;
      return { status: 503, headers: { 'content-type': 'application/problem+json' }, text: '{"error_code":"902"}' };
    });
    expect([busy, told]).toEqual([0, []]);
  });

  it('notes what only was decided here', async () => {
    const told = await outcomes(/^clients\.create-client\/mandatory\/body\.card_name/, replaced(/"103"/g, '"105"'));
    expect(told).toEqual([
      [
        'clients.create-client/mandatory/body.card_name',
        'note',
        'body.card_name missing was refused without 103 body.card_name',
      ],
    ]);
  });

  it('sends nothing that could change something when it may only read', async () => {
    const sent: string[] = [];
    const told = await outcomes(
      /^(clients\.create-client\/mandatory\/body\.card_name|enforcement\/funds)/,
      (answered, { path }) => {
        sent.push(path);
        return answered;
      },
      false,
    );
    expect(sent).toEqual([]);
    expect(told.map(([, outcome, why]) => [outcome, why])).toEqual([
      ['not run', 'it could change something: run with --sandbox'],
      ['not run', 'it could change something: run with --sandbox'],
    ]);
  });

  it('holds no value of what was sent or answered in its report', async () => {
    const report = await run(
      /^enforcement\/switch\/ecom|^onboarding\/accepted/,
      replaced(/"status":"S"/, '"status":"Q"'),
    );
    const text = JSON.stringify(report);
    expect(text).not.toMatch(/\d{6,}|@|Bearer|CONFORMANCE/);
  });
});
