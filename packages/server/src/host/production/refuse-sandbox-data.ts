import { listNames, type ProductionRefusal, refuseWhen } from './production-refusals.ts';

/** The sandbox data that a database may contain. */
export interface SandboxData {
  /** Callers that can still sign in with published credentials. */
  readonly clients: readonly string[];
  readonly banks: readonly string[];
  readonly acquirers: readonly string[];
  /** Endpoints to which production must not send. */
  readonly endpoints: readonly { readonly bankId: string; readonly endpointId: string; readonly because: string }[];
  readonly clockAheadMs: number;
  /** Banks that accept notifications signed with a key that a sandbox created. */
  readonly receivers: readonly string[];
}

/** Returns everything in a database that prevents a production start (docs/operate/production.md). */
export function refuseSandboxData(leftovers: SandboxData): ProductionRefusal[] {
  const { clients, banks, acquirers, endpoints, clockAheadMs, receivers } = leftovers;
  const places = endpoints.map(({ bankId, endpointId, because }) => `${endpointId} of ${bankId} (${because})`);
  return [
    ...refuseWhen(clients.length > 0, {
      name: 'sandbox credentials',
      reason: `this database holds sandbox credentials: production does not start on it, because anyone can sign in as ${listNames(clients)}`,
      remedy: 'use a separate database, or set these callers disabled in oauth_clients',
    }),
    ...refuseWhen(banks.length > 0, {
      name: 'sandbox banks',
      reason: `this database holds the sandbox's bank ${listNames(banks)}, whose card numbers are public`,
      remedy: 'use a separate database (DATABASE_URL)',
    }),
    ...refuseWhen(acquirers.length > 0, {
      name: 'sandbox acquirers',
      reason: `this database holds the sandbox's acquirer ${listNames(acquirers)}, whose merchants no one approved`,
      remedy: 'use a separate database (DATABASE_URL)',
    }),
    ...refuseWhen(endpoints.length > 0, {
      name: 'webhook endpoints',
      reason: `production does not send to the webhook endpoints ${listNames(places)}`,
      remedy:
        'have the banks change them to https:// and public addresses while the sandbox runs, or set them DISABLED in webhook_endpoints',
    }),
    ...refuseWhen(clockAheadMs !== 0, {
      name: 'sandbox clock',
      reason: `the sandbox's clock of this database was moved ${hours(clockAheadMs)} ahead, so its data is dated in the future`,
      remedy: 'use a separate database (DATABASE_URL)',
    }),
    ...refuseWhen(receivers.length > 0, {
      name: 'sandbox receiver keys',
      reason: `${listNames(receivers)} would accept notifications signed with a key that a sandbox generated`,
      remedy: "use a separate database, or delete the rows with source 'SANDBOX' from receiver_keys",
    }),
  ];
}

function hours(ms: number): string {
  const count = Math.round(ms / 360_000) / 10;
  return count === 1 ? '1 hour' : `${count} hours`;
}
