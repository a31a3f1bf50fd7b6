import pg from 'pg';
import { requireValue } from '../../kernel/required.ts';
import { createPrimarySearch } from './find-primary.ts';
import { hostUrls } from './host-urls.ts';
import type { HostReport } from './probe-host.ts';

/** The address of a host. */
export interface HostAddress {
  readonly host: string;
  readonly port: number;
}

/** A connection that must close once its host is no longer the primary. */
export interface HostedConnection {
  readonly address: HostAddress;
  /** Closes it without a message to the database. */
  cut(): void;
}

/**
 * The hosts of one database, of which one is the primary. Every connection gets its host here. A single host is always
 * the primary.
 */
export interface DatabaseHosts {
  readonly isOne: boolean;
  /** The settings of the driver except the address. */
  readonly connection: pg.ClientConfig;
  /** Returns the address of the primary. If it is unknown, searches for as long as connecting may take. */
  primary(): Promise<HostAddress>;
  /** Whether a connected host is the primary according to its current report. */
  isPrimary(address: HostAddress, report: HostReport): boolean;
  /** Adds a connection. Returns a function that removes it. */
  add(connection: HostedConnection): () => void;
  /**
   * Reports that a host could not be reached, was silent, or refused to write. Everything known about it is discarded.
   */
  suspect(address: HostAddress): void;
}

/**
 * In milliseconds. The interval at which all hosts are probed while there are connections, because a cut network or a
 * frozen host reports nothing.
 */
const WATCH_MS = 2_000;

export function openHosts(config: pg.ClientConfig, onError: (error: Error) => void): DatabaseHosts {
  const urls = config.connectionString === undefined ? [] : hostUrls(config.connectionString);
  const each = urls.length === 0 ? [config] : urls.map((connectionString) => ({ ...config, connectionString }));
  const addresses = each.map((connection) => {
    const { host, port } = new pg.Client(connection);
    return { host, port };
  });
  const [first] = addresses;
  if (first === undefined) throw new Error('a database has a host');
  const connection = each[0] ?? config;
  if (addresses.length > 1) return severalHosts(each, addresses, onError);
  return oneHost(connection, first);
}

/** The hosts of a database with a single host, which needs no search. */
export function oneHost(connection: pg.ClientConfig, address: HostAddress): DatabaseHosts {
  const isOne = { isOne: true, isPrimary: () => true, add: () => () => {}, suspect: () => {} };
  return { ...isOne, connection, primary: () => Promise.resolve(address) };
}

function severalHosts(
  each: readonly pg.ClientConfig[],
  addresses: readonly HostAddress[],
  onError: (error: Error) => void,
): DatabaseHosts {
  const names = addresses.map(({ host, port }) => `${host}:${port}`);
  const connections = new Set<HostedConnection>();
  let watch: NodeJS.Timeout | undefined;
  const search = createPrimarySearch(each, names, (now, before) => {
    if (before !== undefined && now.at !== before.at) {
      onError(new Error(`the primary of the database is ${names[now.at]} now, timeline ${now.timeline}`));
    }
    // cuts connections to a host that is no longer the primary
    for (const one of [...connections]) if (!isSame(one.address, addresses[now.at])) one.cut();
  });
  const lookAgain = () => void search.look().catch(onError);
  const watchOver = () => {
    if (connections.size > 0) return lookAgain();
    clearInterval(watch);
    watch = undefined;
  };
  const isPrimary = (address: HostAddress) => isSame(address, addresses[search.current()?.at ?? -1]);

  return {
    isOne: false,
    connection: each[0] ?? {},
    primary: async () => requireValue(addresses[(await search.find()).at], 'the address of a host that was found'),
    isPrimary(address, report) {
      const primary = search.current();
      const isIt =
        report.kind === 'primary' &&
        primary !== undefined &&
        report.system === primary.system &&
        report.timeline >= primary.timeline &&
        isPrimary(address);
      if (!isIt) search.doubt();
      return isIt;
    },
    add(connection) {
      connections.add(connection);
      watch ??= setInterval(watchOver, WATCH_MS).unref();
      return () => void connections.delete(connection);
    },
    suspect(address) {
      if (!isPrimary(address)) return;
      search.doubt();
      lookAgain();
    },
  };
}

function isSame(one: HostAddress, other: HostAddress | undefined): boolean {
  return one.host === other?.host && one.port === other.port;
}
