import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { choosePrimary, type KnownPrimary, whyNoPrimary } from './choose-primary.ts';
import { hostUrls } from './host-urls.ts';
import { type HostReport, lookAtHost } from './look-at-host.ts';

/** How a host is reached. */
export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

/** A connection that has to go when its host is not the primary any more. */
export interface HostedConnection {
  readonly address: HostAddress;
  /** Cuts it without a word. */
  cut(): void;
}

/**
 * The hosts of one database, of which one is the primary. Whoever connects asks here where; with one host, that is always it.
 */
export interface DatabaseHosts {
  readonly isOne: boolean;
  /** What the driver needs besides the address. */
  readonly connection: pg.ClientConfig;
  /** Where the primary is: looks for it, if it is not known, for as long as a connection may take. */
  primary(): Promise<HostAddress>;
  /** Whether a host that was connected to is the primary: what it says now. */
  isPrimary(address: HostAddress, report: HostReport): boolean;
  /** Answers how to forget it. */
  add(connection: HostedConnection): () => void;
  /** A host could not be reached, was silent, or refused to write: nothing that was known of it counts. */
  suspect(address: HostAddress): void;
}

/** For finding the primary, again and again. */
const FIND_MS = 5_000;
const PAUSE_MS = { least: 50, most: 1_000 };
/** All hosts are looked at so often while there are connections: a cut network or a frozen host says nothing by itself. */
const WATCH_MS = 2_000;

export function openHosts(given: pg.ClientConfig, onError: (error: Error) => void): DatabaseHosts {
  const urls = given.connectionString === undefined ? [] : hostUrls(given.connectionString);
  const each = urls.length === 0 ? [given] : urls.map((connectionString) => ({ ...given, connectionString }));
  const addresses = each.map((connection) => {
    const { host, port } = new pg.Client(connection);
    return { host, port };
  });
  const [first] = addresses;
  if (first === undefined) throw new Error('a database has a host');
  const connection = each[0] ?? given;
  if (addresses.length > 1) return severalHosts(each, addresses, onError);
  const isOne = { isOne: true, isPrimary: () => true, add: () => () => {}, suspect: () => {} };
  return { ...isOne, connection, primary: () => Promise.resolve(first) };
}

function severalHosts(
  each: readonly pg.ClientConfig[],
  addresses: readonly HostAddress[],
  onError: (error: Error) => void,
): DatabaseHosts {
  const names = addresses.map(({ host, port }) => `${host}:${port}`);
  const connections = new Set<HostedConnection>();
  let known: KnownPrimary | undefined;
  /** Whether `known` still stands. */
  let isSure = false;
  let looking: Promise<readonly HostReport[]> | undefined;
  let finding: Promise<HostAddress> | undefined;
  let watch: NodeJS.Timeout | undefined;

  /** Looks at all hosts, and leaves those that have lost. */
  const look = (): Promise<readonly HostReport[]> => {
    looking ??= Promise.all(each.map(lookAtHost))
      .then((reports) => {
        const found = choosePrimary(reports, known);
        isSure = found !== undefined;
        if (found !== undefined) settle(found);
        return reports;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  const settle = (found: KnownPrimary) => {
    if (known !== undefined && found.at !== known.at) {
      onError(new Error(`the primary of the database is ${names[found.at]} now, timeline ${found.timeline}`));
    }
    known = found;
    const primary = addresses[found.at];
    for (const each of [...connections]) if (!isSame(each.address, primary)) each.cut();
  };
  const find = async (): Promise<HostAddress> => {
    const until = performance.now() + FIND_MS;
    for (let pause = PAUSE_MS.least; ; pause = Math.min(2 * pause, PAUSE_MS.most)) {
      const reports = await look();
      const address = isSure && known !== undefined ? addresses[known.at] : undefined;
      if (address !== undefined) return address;
      // the code of PostgreSQL for a connection that could not be made
      if (performance.now() > until) throw Object.assign(new Error(whyNoPrimary(reports, names)), { code: '08001' });
      // so that servers which lost the primary together do not ask together
      await delay(pause * (0.5 + Math.random() / 2));
    }
  };
  const watchOver = () => {
    watch ??= setInterval(() => {
      if (connections.size > 0) void look().catch(onError);
      else {
        clearInterval(watch);
        watch = undefined;
      }
    }, WATCH_MS).unref();
  };

  return {
    isOne: false,
    connection: each[0] ?? {},
    async primary() {
      const address = isSure && known !== undefined ? addresses[known.at] : undefined;
      if (address !== undefined) return address;
      finding ??= find().finally(() => {
        finding = undefined;
      });
      return await finding;
    },
    isPrimary(address, report) {
      const isIt =
        report.kind === 'primary' &&
        known !== undefined &&
        report.system === known.system &&
        report.timeline >= known.timeline &&
        isSame(address, addresses[known.at]);
      if (!isIt) isSure = false;
      return isIt;
    },
    add(connection) {
      connections.add(connection);
      watchOver();
      return () => void connections.delete(connection);
    },
    suspect(address) {
      if (known === undefined || !isSame(address, addresses[known.at])) return;
      isSure = false;
      void look().catch(onError);
    },
  };
}

function isSame(one: HostAddress, other: HostAddress | undefined): boolean {
  return one.host === other?.host && one.port === other.port;
}
