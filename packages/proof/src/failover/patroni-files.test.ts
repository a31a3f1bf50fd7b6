import { describe, expect, it } from 'vitest';
import { documentedBlock } from '../../../server/src/testing/system/installed-haproxy.ts';
import { databaseProxyFile, etcdEnvironment, type PatroniPlace, patroniFile } from './patroni-files.ts';

const PLACE: PatroniPlace = {
  ...{ name: 'b', folder: '/drill/node-b', programs: '/usr/lib/postgresql/15/bin' },
  ...{ port: 1, restPort: 2, frontPort: 3, restFrontPort: 4, etcdPort: 5 },
};

/** Returns the lines that only the page has, and the lines that only the drill has. */
function differences(language: string, run: string) {
  const [documented, written] = [documentedBlock('patroni.md', language).split('\n'), run.split('\n')];
  return {
    expected: documented.filter((line) => !written.includes(line)),
    run: written.filter((line) => !documented.includes(line)),
  };
}

describe('docs/patroni.md contains the files of the drill, except for addresses, folders and logins:', () => {
  it('the configuration of Patroni', () => {
    expect(differences('yaml', patroniFile(PLACE))).toEqual({
      expected: [
        'name: a',
        '  listen: 10.0.0.21:8008',
        '  connect_address: 10.0.0.21:8008',
        '  hosts: 10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379',
        '    - hostssl all all 10.0.0.0/24 scram-sha-256',
        '    - hostssl replication all 10.0.0.0/24 scram-sha-256',
        '  listen: 10.0.0.21:5432',
        '  connect_address: 10.0.0.21:5432',
        '  data_dir: /var/lib/postgresql/15/cardwright',
        "    superuser: { username: postgres, password: '...' }",
        "    replication: { username: replicator, password: '...' }",
      ],
      run: [
        'name: b',
        '  listen: 127.0.0.1:2',
        '  connect_address: 127.0.0.1:4',
        '  hosts: 127.0.0.1:5',
        '  use_proxies: true',
        '    - host all all 127.0.0.1/32 trust',
        '    - host replication all 127.0.0.1/32 trust',
        '  listen: 127.0.0.1:1',
        '  connect_address: 127.0.0.1:3',
        '  data_dir: /drill/node-b/data',
        '    superuser: { username: cardwright }',
        '    replication: { username: replicator }',
      ],
    });
  });

  it('the environment of etcd, without other variables', () => {
    const run = Object.entries(etcdEnvironment('/drill/etcd', 6, 7)).map(([name, value]) => `${name}=${value}`);
    expect(differences('ini', `${run.join('\n')}\n`)).toEqual({
      expected: [
        'ETCD_DATA_DIR=/var/lib/etcd/default',
        'ETCD_LISTEN_CLIENT_URLS=http://10.0.0.11:2379',
        'ETCD_ADVERTISE_CLIENT_URLS=http://10.0.0.11:2379',
        'ETCD_LISTEN_PEER_URLS=http://10.0.0.11:2380',
        'ETCD_INITIAL_ADVERTISE_PEER_URLS=http://10.0.0.11:2380',
        'ETCD_INITIAL_CLUSTER=one=http://10.0.0.11:2380,two=http://10.0.0.12:2380,three=http://10.0.0.13:2380',
      ],
      run: [
        'ETCD_DATA_DIR=/drill/etcd',
        'ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:6',
        'ETCD_ADVERTISE_CLIENT_URLS=http://127.0.0.1:6',
        'ETCD_LISTEN_PEER_URLS=http://127.0.0.1:7',
        'ETCD_INITIAL_ADVERTISE_PEER_URLS=http://127.0.0.1:7',
        'ETCD_INITIAL_CLUSTER=one=http://127.0.0.1:7',
      ],
    });
  });

  it('the configuration of HAProxy', () => {
    expect(differences('haproxy', databaseProxyFile(8, [PLACE]))).toEqual({
      expected: [
        '  bind 127.0.0.1:5000',
        '  server a 10.0.0.21:5432 check port 8008',
        '  server b 10.0.0.22:5432 check port 8008',
        '  server c 10.0.0.23:5432 check port 8008',
      ],
      run: ['  bind 127.0.0.1:8', '  server b 127.0.0.1:3 check port 4'],
    });
  });
});
