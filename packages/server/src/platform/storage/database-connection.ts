import pg from 'pg';
import { hostUrls } from './hosts/host-urls.ts';

/** How a connection reaches the database: by a socket of this machine, or through a network, protected or not. */
type DatabaseRoute = 'socket' | 'verified TLS' | 'unverified';

/**
 * As the driver reads the URL and the PG variables of the environment. Verified: the certificate is checked, and its name
 * too. The network includes the machine's own TCP: whoever may listen there could answer in the database's place.
 */
export function routeOf(connectionString: string): DatabaseRoute {
  const routes = hostUrls(connectionString).map(routeOfHost);
  // of several hosts, the one that protects least
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
