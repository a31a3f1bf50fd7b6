import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { DELIVERY_NOTES } from '@cardwright/contract';
import { LRUCache } from 'lru-cache';
import { createHostsFile } from './hosts-file.ts';

/**
 * Time limit of a lookup. It is shorter than the limit for connecting, so that a delivery reports that the name could
 * not be resolved.
 */
const RESOLVE_MS = 4_000;
/** Time limit of the first query to a name server. c-ares then repeats it, and tries the next server. */
const FIRST_QUESTION_MS = 1_000;
const TRIES = 3;
/** Time that an answer for one IP version waits for the other one. */
const OTHER_FAMILY_MS = 500;
/**
 * Maximum number of concurrent lookups of an endpoint. It has two names, its own and that of its token URL; more are
 * only looked up while it is being changed.
 */
const LOOKUPS_AT_ONCE = 4;
/**
 * Maximum time to cache an address. It is short, so that a receiver that moves is found soon, whatever TTL its records
 * have.
 */
const LONGEST_LIFE_MS = 10_000;
const MAX_NAMES = 10_000;

/**
 * Has its own texts, because a caller that registers an endpoint must not learn more about this server's name servers.
 */
export class NameNotResolved extends Error {}

export interface HostResolver {
  /** Returns the addresses of a host name, at least one. Rejects with {@link NameNotResolved}. */
  resolve(owner: string, hostname: string): Promise<readonly LookupAddress[]>;
  /** Cancels lookups in progress. */
  close(): void;
}

interface ResolverOptions {
  /** Name servers as `address` or `address:port`. Defaults to those of the machine. */
  readonly nameServers?: readonly string[] | undefined;
  readonly hostsFile?: string;
  readonly resolveMs?: number;
}

/**
 * Resolves names with c-ares, which waits on sockets. The system's lookup blocks one of the few threads of Node's pool
 * and cannot be canceled: a few names whose servers never answer would block all other lookups, files and password
 * hashes.
 */
export function createHostResolver(options: ResolverOptions = {}): HostResolver {
  const { nameServers, resolveMs = RESOLVE_MS } = options;
  const hosts = createHostsFile(options.hostsFile);
  const cached = new LRUCache<string, readonly LookupAddress[]>({ max: MAX_NAMES });
  const running = new Map<string, Promise<readonly LookupAddress[]>>();
  const countOf = new Map<string, number>();
  const resolvers = new Set<Resolver>();

  const resolve = async (hostname: string): Promise<readonly LookupAddress[]> => {
    // one resolver for each lookup: it can be canceled separately, and uses the current name servers of the machine
    const resolver = new Resolver({ timeout: FIRST_QUESTION_MS, tries: TRIES });
    if (nameServers !== undefined) resolver.setServers(nameServers);
    resolvers.add(resolver);
    const timer = setTimeout(() => resolver.cancel(), resolveMs);
    try {
      const { addresses, lifeMs } = await resolveBothFamilies(resolver, hostname);
      if (lifeMs > 0) cached.set(hostname, addresses, { ttl: Math.min(lifeMs, LONGEST_LIFE_MS) });
      return addresses;
    } finally {
      clearTimeout(timer);
      resolver.cancel();
      resolvers.delete(resolver);
    }
  };

  const lookUp = (owner: string, hostname: string): Promise<readonly LookupAddress[]> => {
    const shared = running.get(hostname);
    if (shared !== undefined) return shared;
    const count = countOf.get(owner) ?? 0;
    if (count >= LOOKUPS_AT_ONCE) {
      return Promise.reject(new NameNotResolved(DELIVERY_NOTES.hostsAtOnce));
    }
    countOf.set(owner, count + 1);
    const lookup = resolve(hostname).finally(() => {
      running.delete(hostname);
      const remaining = (countOf.get(owner) ?? 1) - 1;
      if (remaining === 0) countOf.delete(owner);
      else countOf.set(owner, remaining);
    });
    running.set(hostname, lookup);
    return lookup;
  };

  return {
    async resolve(owner, hostname) {
      return (await hosts.find(hostname)) ?? cached.get(hostname) ?? lookUp(owner, hostname);
    },
    close() {
      for (const resolver of resolvers) resolver.cancel();
    },
  };
}

interface Resolved {
  readonly addresses: readonly LookupAddress[];
  readonly lifeMs: number;
}

/**
 * Looks up both IP versions, IPv4 first: a machine may have no route for IPv6, and an attempt there would take time.
 */
async function resolveBothFamilies(resolver: Resolver, hostname: string): Promise<Resolved> {
  const v4 = resolveFamily(resolver, hostname, 4);
  const v6 = resolveFamily(resolver, hostname, 6);
  const answers = await Promise.all([untilLate(v4, v6), untilLate(v6, v4)]);
  const resolved = answers.filter((answer) => typeof answer !== 'string');
  const problems = answers.filter((answer) => typeof answer === 'string');
  if (resolved.length === 0) throw new NameNotResolved(explain(problems));
  const addresses = resolved.flatMap((answer) => answer.addresses);
  return { addresses, lifeMs: Math.min(...resolved.map(({ lifeMs }) => lifeMs)) };
}

/** Returns the answer, unless it comes much later than addresses of the other IP version. */
function untilLate(lookup: Promise<Resolved | string>, other: Promise<Resolved | string>): Promise<Resolved | string> {
  return new Promise((resolve) => {
    void lookup.then(resolve);
    void other.then((answer) => {
      if (typeof answer !== 'string') setTimeout(() => resolve('ETIMEOUT'), OTHER_FAMILY_MS);
    });
  });
}

/** Returns the addresses of one IP version, or the c-ares error code that says why there are none. */
async function resolveFamily(resolver: Resolver, hostname: string, family: 4 | 6): Promise<Resolved | string> {
  try {
    const records = await (family === 4
      ? resolver.resolve4(hostname, { ttl: true })
      : resolver.resolve6(hostname, { ttl: true }));
    if (records.length === 0) return 'ENODATA';
    const addresses = records.map(({ address }) => ({ address, family }));
    return { addresses, lifeMs: 1_000 * Math.min(...records.map(({ ttl }) => ttl)) };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EBADRESP';
  }
}

function explain(codes: readonly string[]): string {
  if (codes.includes('ENOTFOUND')) return DELIVERY_NOTES.hostUnknown;
  if (codes.every((code) => code === 'ENODATA')) return DELIVERY_NOTES.hostWithoutAddress;
  if (codes.includes('EBADNAME')) return DELIVERY_NOTES.hostInvalid;
  if (codes.some((code) => REFUSALS.has(code))) return DELIVERY_NOTES.hostRefused;
  return DELIVERY_NOTES.nameServersSilent;
}

const REFUSALS: ReadonlySet<string> = new Set(['ESERVFAIL', 'EREFUSED', 'ENOTIMP', 'EFORMERR', 'EBADRESP']);
