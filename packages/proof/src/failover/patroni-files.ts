import { join } from 'node:path';
import { NODE_USER } from '../../../server/src/testing/database/postgres-node.ts';
import { documentedBlock } from '../../../server/src/testing/system/installed-haproxy.ts';

/** The page that documents the configuration of Patroni: the drill runs its code blocks. */
const PATRONI_PAGE = 'patroni.md';

/**
 * The addresses of a node on this machine. Servers, the other nodes and HAProxy connect to it through proxies, and so
 * does the node to etcd.
 */
export interface PatroniPlace {
  readonly name: string;
  readonly folder: string;
  readonly programs: string;
  readonly port: number;
  readonly restPort: number;
  readonly frontPort: number;
  readonly restFrontPort: number;
  readonly etcdPort: number;
}

/** Replacements for documented lines: the beginning of a line, and its text on this machine. */
type Changes = readonly (readonly [start: string, instead: string])[];

/** The code block of the page in this language, with other addresses, folders and logins. */
function documented(language: string, changes: Changes): string {
  const lines = documentedBlock(PATRONI_PAGE, language).split('\n');
  // A line that begins like the previous one belongs to the same list.
  for (const [start, instead] of changes) {
    const at = lines.findIndex((line) => line.startsWith(start));
    if (at < 0) throw new Error(`docs/${PATRONI_PAGE} shows no line that begins with "${start}"`);
    const many = lines.slice(at).findIndex((line) => !line.startsWith(start));
    lines.splice(at, many, ...instead.split('\n'));
  }
  return lines.join('\n');
}

const local = (port: number) => `127.0.0.1:${port}`;

export function patroniFile(place: PatroniPlace): string {
  const { name, folder, programs, port, restPort, frontPort, restFrontPort, etcdPort } = place;
  const text = documented('yaml', [
    ['name: ', `name: ${name}`],
    // Patroni continues to use the proxy, whatever address etcd reports.
    ['  hosts: ', `  hosts: ${local(etcdPort)}\n  use_proxies: true`],
    ['    - hostssl ', '    - host all all 127.0.0.1/32 trust\n    - host replication all 127.0.0.1/32 trust'],
    ['  data_dir: ', `  data_dir: ${join(folder, 'data')}`],
    ['  bin_dir: ', `  bin_dir: ${programs}`],
    ['    superuser: ', `    superuser: { username: ${NODE_USER} }`],
    ['    replication: ', '    replication: { username: replicator }'],
  ]);
  return text
    .replaceAll('listen: 10.0.0.21:8008', `listen: ${local(restPort)}`)
    .replaceAll('connect_address: 10.0.0.21:8008', `connect_address: ${local(restFrontPort)}`)
    .replaceAll('listen: 10.0.0.21:5432', `listen: ${local(port)}`)
    .replaceAll('connect_address: 10.0.0.21:5432', `connect_address: ${local(frontPort)}`);
}

/** The environment of the only etcd node. */
export function etcdEnvironment(folder: string, port: number, peerPort: number): Record<string, string> {
  const [here, peer] = [`http://${local(port)}`, `http://${local(peerPort)}`];
  const text = documented('ini', [
    ['ETCD_DATA_DIR=', `ETCD_DATA_DIR=${folder}`],
    ['ETCD_LISTEN_CLIENT_URLS=', `ETCD_LISTEN_CLIENT_URLS=${here}`],
    ['ETCD_ADVERTISE_CLIENT_URLS=', `ETCD_ADVERTISE_CLIENT_URLS=${here}`],
    ['ETCD_LISTEN_PEER_URLS=', `ETCD_LISTEN_PEER_URLS=${peer}`],
    ['ETCD_INITIAL_ADVERTISE_PEER_URLS=', `ETCD_INITIAL_ADVERTISE_PEER_URLS=${peer}`],
    ['ETCD_INITIAL_CLUSTER=', `ETCD_INITIAL_CLUSTER=one=${peer}`],
  ]);
  const pairs = text.split('\n').flatMap((line) => {
    const [, key, value] = /^([A-Z_0-9]+)=(.*)$/.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(pairs);
}

/** The configuration of HAProxy in front of the database. */
export function databaseProxyFile(port: number, nodes: readonly PatroniPlace[]): string {
  const servers = nodes.map(
    ({ name, frontPort, restFrontPort }) => `  server ${name} ${local(frontPort)} check port ${restFrontPort}`,
  );
  return documented('haproxy', [
    ['  bind ', `  bind ${local(port)}`],
    ['  server ', servers.join('\n')],
  ]);
}
