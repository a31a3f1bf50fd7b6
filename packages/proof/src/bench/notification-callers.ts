import type { Configuration } from '@cardwright/server/internal/host/configuration/configuration-schema';
import { benchClient } from './bench-client.ts';
import type { BenchServerProcess } from './bench-process.ts';

export interface NotificationCallers {
  /** Registers an endpoint of a bank and returns its id. */
  register(bank: string, url: string): Promise<string>;
  setState(bank: string, endpointId: string, state: 'ACTIVE' | 'PAUSED'): Promise<void>;
  /** The number of notifications that the endpoint has not yet received. */
  pending(bank: string, endpointId: string): Promise<number>;
}

/** The requests of the banks in the bench, over HTTP. */
export function createCallers(server: BenchServerProcess): NotificationCallers {
  const client = benchClient(server);
  const call = (bank: string, method: string, path: string, body?: object) =>
    client.call({ clientId: bank, secret: secretOf(bank) }, method, `/V2/webhook-endpoints${path}`, body);
  return {
    register: async (bank, url) => {
      const { endpoint } = await call(bank, 'POST', '', { url });
      return (endpoint as { endpoint_id: string }).endpoint_id;
    },
    setState: async (bank, id, state) => {
      await call(bank, 'PATCH', `/${id}`, { state });
    },
    pending: async (bank, id) => Number((await call(bank, 'GET', `/${id}`)).pending_messages),
  };
}

/** A configuration in which each bank has a caller that may set up its endpoints. */
export function configurationOf(banks: readonly string[]): Configuration {
  return {
    banks: banks.map((bank, at) => ({
      bank_id: bank,
      bank_code: `80${at}`,
      name: `Bench Bank ${bank}`,
      country: 'AE',
      currency: 'AED',
      time_zone: 'Asia/Dubai',
      products: [],
    })),
    oauth_clients: banks.map((bank) => ({
      client_id: bank,
      secret: secretOf(bank),
      kind: 'bank' as const,
      bank_id: bank,
      scopes: ['webhooks:write', 'webhooks:read', 'tokens:read', 'tokens:codes'] as const,
    })),
  };
}

function secretOf(bank: string): string {
  return `secret-of-the-bench-bank-${bank}`;
}
