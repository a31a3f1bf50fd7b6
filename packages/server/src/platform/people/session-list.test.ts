import { SCOPES } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { requestOf } from '../../testing/merchants/merchants.ts';
import { REVIEW_REASON, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

type DemoPerson = Awaited<ReturnType<typeof signInDemo>>;
const sessionsOf = async (person: DemoPerson) =>
  (await person.send('GET', '/console/sessions')).json.sessions as unknown as {
    session_id: string;
    subject: string;
    current: boolean;
  }[];

describe('open sessions', () => {
  it('are listed to their person, and those of a tenant to its admin and auditor; no other tenant sees them', async () => {
    const [agent, second, clerk, admin, reviewer, operator] = await Promise.all(
      ['layla', 'layla', 'omar', 'salim', 'mariam', 'karim'].map((id) => signInDemo(server, id)),
    );
    const own = await sessionsOf(agent!);
    expect(own.map(({ subject }) => subject)).toEqual(['sandbox#layla', 'sandbox#layla']);
    expect(own.filter(({ current }) => current)).toHaveLength(1);
    const all = new Set((await sessionsOf(admin!)).map(({ subject }) => subject));
    expect([...all].sort()).toEqual(['sandbox#layla', 'sandbox#omar', 'sandbox#salim']);
    expect((await sessionsOf(reviewer!)).map(({ subject }) => subject)).toEqual(['sandbox#mariam']);
    expect((await sessionsOf(operator!)).map(({ subject }) => subject)).toEqual(['sandbox#karim']);
    expect((await second!.send('GET', '/console/people')).status).toBe(403);
    expect((await clerk!.send('GET', '/V2/console/people')).status).toBe(403);
    const people = (await admin!.send('GET', '/console/people')).json.people as unknown as { subject: string }[];
    expect(people.map(({ subject }) => subject).sort()).toEqual(['sandbox#layla', 'sandbox#omar', 'sandbox#salim']);
  });

  it('are ended at once by their person or by an admin of the tenant; to everyone else they do not exist', async () => {
    const [agent, clerk, admin, auditor, operator] = await Promise.all(
      ['layla', 'omar', 'salim', 'rania', 'karim'].map((id) => signInDemo(server, id)),
    );
    const mine = (await sessionsOf(agent!)).find(({ current }) => current)!.session_id;
    for (const person of [clerk, auditor, operator]) {
      const answer = await person!.send('DELETE', `/console/sessions/${mine}`);
      expect([answer.status, answer.json.error_code]).toEqual([404, '315']);
    }
    const token = await server.request({ method: 'DELETE', url: `/console/sessions/${mine}`, as: 'other-bank' });
    expect(token.status).toBe(404);
    expect((await agent!.send('GET', '/console/session')).status).toBe(200);
    expect((await admin!.send('DELETE', `/console/sessions/${mine}`)).json).toEqual({ session_id: mine });
    expect((await agent!.send('GET', '/console/session')).status).toBe(401);
    const other = await signInDemo(server, 'layla');
    const id = (await sessionsOf(other)).find(({ current }) => current)!.session_id;
    expect((await other.send('DELETE', `/console/sessions/${id}`)).status).toBe(200);
    expect((await other.send('GET', '/V2/tokens')).status).toBe(401);
  });

  it('are refused to a card network, whatever its scopes, because it is not the operator', async () => {
    const kind = 'network' as const;
    const network = { client_id: 'all-network', secret: 'all-network-secret', kind, scopes: [...SCOPES] };
    await applyConfiguration(server.db.database, { banks: [], oauth_clients: [network] }, { sandbox: true });
    for (const [method, url] of [
      ['GET', '/console/people'],
      ['GET', '/console/sessions'],
      ['DELETE', '/console/sessions/1'],
    ] as const) {
      const answer = await server.request({ method, url, as: 'all-network' });
      expect([answer.status, answer.json.error_code]).toEqual([403, '203']);
    }
  });
});

describe('a person', () => {
  it('who reviewed a merchant does not approve it, by a session or a token', async () => {
    const boarding = await signInDemo(server, 'hassan');
    const reviewer = await signInDemo(server, 'mariam');
    const sent = await boarding.send('POST', '/V2/merchants/onboarding', requestOf([uniqueMerchant()]) as object);
    expect(sent.status).toBe(202);
    await server.server.screeningIdle();
    const [application] = sent.json.applications as unknown as { applicationId: string }[];
    const path = `/V2/merchants/applications/${application!.applicationId}`;
    await server.db.sql("update sessions set roles = '{reviewer,approver}' where subject = 'sandbox#mariam'");
    expect((await reviewer.send('POST', `${path}/review`, REVIEW_REASON)).status).toBe(200);
    const own = await reviewer.send('POST', `${path}/approve`, REVIEW_REASON);
    expect([own.status, own.json.error_code]).toEqual([409, '420']);
    const [row] = await server.db.sql<{ actor: string; outcome: string; person: string }>(
      `select actor, outcome, details ->> 'person' as person from audit_log
        where operation = 'merchants.approve-application' order by audit_id desc limit 1`,
    );
    expect(row).toEqual({ actor: 'sandbox#mariam', outcome: 'refused', person: 'Mariam Khoury' });
    const approver = await signInDemo(server, 'yusuf');
    expect((await approver.send('POST', `${path}/approve`, REVIEW_REASON)).status).toBe(200);
  });
});
