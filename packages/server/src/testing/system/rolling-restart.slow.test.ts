import { expect, it, vi } from 'vitest';
import { authorize, ecommerceMessage, issueCard } from '../cards/issued-cards.ts';
import { sendAuthorizations } from '../requests/send-authorizations.ts';
import { WITHIN } from '../within.ts';
import { installedHaproxy } from './installed-haproxy.ts';
import { canRun } from './installed-program.ts';
import { proxiedServers } from './proxied-servers.ts';

const NEEDED = 'that needs HAProxy (on Debian: apt-get install haproxy)';
/** A restart consists of a drain, a start and a check of the proxy: ten seconds. */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? '4');
const REQUESTS = 1_000 * RESTARTS;
const SENDERS = 8;
const WHOLE_MS = 600_000;

const servers = proxiedServers();

it('a server continues to serve after SIGTERM while its readiness fails, and ends after the drain time', async () => {
  const server = await servers.start(0);
  const card = await issueCard(server);
  server.child.kill('SIGTERM');
  await vi.waitUntil(async () => (await server.request({ url: '/readyz' })).status === 503, WITHIN);
  expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  expect(await server.ended).toEqual({ code: 0, signal: null });
});

if (canRun('A rolling restart behind HAProxy', installedHaproxy(), NEEDED)) {
  it(
    'no request fails while two servers behind HAProxy are restarted in turn',
    async () => {
      const program = installedHaproxy();
      if (program === undefined) throw new Error(NEEDED);
      const { ports, running, through } = await servers.startBoth(program);
      const sending = await sendAuthorizations(through.url, running.one, { senders: SENDERS, atLeast: REQUESTS });

      for (let restarts = 0; restarts < RESTARTS; restarts++) {
        const name = restarts % 2 === 0 ? 'one' : 'two';
        running[name].child.kill('SIGTERM');
        expect(await running[name].ended).toEqual({ code: 0, signal: null });
        running[name] = await servers.start(ports[name]);
        await through.sees(name, 'UP');
      }

      const { sent, slowestMs } = await sending.stop();
      process.stderr.write(
        `${sent} requests over ${RESTARTS} restarts; the slowest took ${Math.round(slowestMs)} ms\n`,
      );
      expect(sending.failures).toEqual([]);
      expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    },
    WHOLE_MS,
  );
}
