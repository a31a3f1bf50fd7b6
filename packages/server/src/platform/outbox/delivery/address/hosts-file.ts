import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const PATH = '/etc/hosts';
const READ_EVERY_MS = 5_000;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export interface HostsFile {
  /** Returns the addresses that the machine itself assigns to a name; undefined if the name servers must be queried. */
  find(hostname: string): Promise<readonly LookupAddress[] | undefined>;
}

/** Reads the names of /etc/hosts, which c-ares does not read, and localhost, which must not be looked up. */
export function createHostsFile(path = PATH): HostsFile {
  let names: Promise<ReadonlyMap<string, LookupAddress[]>> | undefined;
  let readAtMs = 0;
  return {
    async find(hostname) {
      const name = hostname.toLowerCase().replace(/\.$/, '');
      if (names === undefined || performance.now() >= readAtMs + READ_EVERY_MS) {
        readAtMs = performance.now();
        // a machine without the file has no such names
        names = readFile(path, 'utf8').then(readNames, () => new Map());
      }
      return (await names).get(name) ?? (/(^|\.)localhost$/.test(name) ? LOOPBACK : undefined);
    },
  };
}

function readNames(text: string): ReadonlyMap<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
    }
  }
  return names;
}
