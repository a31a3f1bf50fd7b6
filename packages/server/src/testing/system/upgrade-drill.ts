import { expect, it } from 'vitest';
import { sendAuthorizations } from '../requests/send-authorizations.ts';
import { runCommand } from './command.ts';
import { installedHaproxy } from './installed-haproxy.ts';
import { proxiedServers } from './proxied-servers.ts';

/** `npm run drill:upgrade` builds the old program, and sets these variables. */
const BEFORE = process.env.UPGRADE_FROM_PROGRAM;
const RATE = Number(process.env.UPGRADE_RATE ?? '200');
/** The requests of each phase: old tables, new tables, and only new servers. */
const REQUESTS_EACH = RATE * 10;
const WHOLE_MS = 900_000;
const SENDERS = 8;

const servers = proxiedServers();

it(
  'two servers of an earlier revision are replaced by this one while requests go through: none fails',
  async () => {
    const program = installedHaproxy();
    if (program === undefined) throw new Error('this needs HAProxy (on Debian: apt-get install haproxy)');
    const { ports, running, through } = await servers.startBoth(program, BEFORE);
    const sending = await sendAuthorizations(through.url, running.one, { senders: SENDERS, perSecond: RATE });
    await sending.more(REQUESTS_EACH);

    const began = performance.now();
    const migrated = await runCommand(['migrate'], servers.settings());
    const migratedMs = Math.round(performance.now() - began);
    expect(migrated.code, migrated.stderr).toBe(0);
    expect(sending.failures).toEqual([]);
    await sending.more(REQUESTS_EACH);

    for (const name of ['one', 'two'] as const) {
      expect(sending.failures).toEqual([]);
      running[name].child.kill('SIGTERM');
      expect(await running[name].ended).toEqual({ code: 0, signal: null });
      running[name] = await servers.start(ports[name]);
      await through.sees(name, 'UP');
    }
    await sending.more(REQUESTS_EACH);

    const { sent, slowestMs, perSecond } = await sending.stop();
    process.stderr.write(
      `${migrated.stderr}${sent} requests, ${Math.round(perSecond)} a second; migrated in ${migratedMs} ms; ` +
        `the slowest took ${Math.round(slowestMs)} ms; ${sending.failures.length} failed\n`,
    );
    expect(sending.failures).toEqual([]);
  },
  WHOLE_MS,
);
