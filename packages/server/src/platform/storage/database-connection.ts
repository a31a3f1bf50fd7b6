import pg from 'pg';
import { hostUrls } from './hosts/host-urls.ts';

/** The route of a connection: a socket of this machine, or a network, protected or not. */
type DatabaseRoute = 'socket' | 'verified TLS' | 'unverified';

/**
 * Reads the URL and the PG variables of the environment like the driver. Verified means that the certificate and its
 * name are checked. The TCP of this machine counts as a network, because another process that listens there could
 * answer instead of the database.
 */
export function routeOf(connectionString: string): DatabaseRoute {
  const routes = hostUrls(connectionString).map(routeOfHost);
  // of several hosts, the least protected one decides
  return (['unverified', 'verified TLS'] as const).find((route) => routes.includes(route)) ?? 'socket';
}

function routeOfHost(connectionString: string): DatabaseRoute {
  const { host, ssl } = new pg.Client({ connectionString }) as pg.Client & { host: string; ssl: unknown };
  if (host.startsWith('/')) return 'socket';
  if (ssl === true) return 'verified TLS';
  if (typeof ssl !== 'object' || ssl === null) return 'unverified';
  const { rejectUnauthorized, checkServerIdentity } = ssl as {
    rejectUnauthorized?: boolean;
    checkServerIdentity?: unknown;
  };
  return rejectUnauthorized !== false && checkServerIdentity === undefined ? 'verified TLS' : 'unverified';
}
