import { asOwner, hostUrls, type ReplicationState, readReplication } from '../../platform/storage/index.ts';
import { type Check, type CheckOutcome, type CheckSubject, failed, passed, warned } from './check.ts';

export const replicationChecks: readonly Check[] = [{ name: 'replication', needs: 'database', run: replication }];

/** Queries as the owner, because the servers' role may be missing. */
async function replication({ database, settings }: CheckSubject): Promise<CheckOutcome> {
  const { state, standbys } = await asOwner(database, ({ transaction }) =>
    transaction(async (tx) => ({ commit: false, result: await readReplication(tx) })),
  );
  const hosts = settings.DATABASE_URL === undefined ? 1 : hostUrls(settings.DATABASE_URL).length;
  return describeReplication(state, standbys, hosts);
}

function describeReplication(state: ReplicationState, standbys: number, hosts: number): CheckOutcome {
  if (state === 'synchronous') return passed(`synchronous, ${standbys === 1 ? '1 standby' : `${standbys} standbys`}`);
  if (state === 'waiting') {
    return failed('commits wait for a synchronous standby, but none is connected: requests wait until one connects');
  }
  if (state === 'asynchronous') {
    return warned('asynchronous: a failover loses the latest decisions; set synchronous_standby_names');
  }
  if (hosts === 1) return passed('no standby');
  return warned(
    `DATABASE_URL names ${hosts} hosts, but no standby is connected: new decisions are stored on only one machine`,
  );
}
