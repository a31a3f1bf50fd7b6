import type pg from 'pg';
import { type HostAddress, oneHost } from './hosts/database-hosts.ts';
import { HostedClient, type HostedConfig } from './hosts/hosted-client.ts';
import { parametersOf, type SessionParameters, setUpSession } from './session.ts';

export interface OwnConnection {
  pipeline?: boolean;
  parameters?: SessionParameters;
  /** Disables the statement time limit: for a migration, or for the wait for another server's. */
  unlimited?: boolean;
  /** How long the driver waits for the answer to a statement, in milliseconds. */
  answerMs?: number;
  /**
   * Connects as the owner of the tables instead of the servers' role, which creates tables and partitions and drops old
   * months.
   */
  asOwner?: boolean;
  /** A node of Citus other than the one that the URL names, with the same login. */
  at?: HostAddress;
}

export type ConnectionSettings = pg.ClientConfig;

/** Time limit for connecting, in milliseconds. */
export const CONNECT_MS = 5_000;

/**
 * A client of the pool. The wait for a free connection is part of a request, like the wait for a lock, and may take as
 * long as a statement. Only the limit for connecting is shorter.
 */
export class PooledClient extends HostedClient {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(config as HostedConfig), connectionTimeoutMillis: CONNECT_MS });
  }
}

/** The login of a connection, and the parameters of its sessions. */
interface Login {
  readonly connection: HostedConfig;
  readonly parameters: SessionParameters;
}

/** Options of the URL or of PGOPTIONS are set again after connecting, because a pooler may have dropped them. */
export function loginOf(connection: HostedConfig, parameters: SessionParameters): Login {
  const { connectionString = '' } = connection;
  const inUrl = URL.canParse(connectionString) ? new URL(connectionString).searchParams.get('options') : null;
  const options = inUrl ?? connection.options ?? process.env.PGOPTIONS ?? '';
  return { connection, parameters: { ...parametersOf(options), ...parameters } };
}

export async function connectClient(
  login: Login,
  own: OwnConnection,
  onError: (error: Error) => void,
): Promise<pg.Client> {
  const config: HostedConfig & { pipeline?: boolean } = {
    ...login.connection,
    pipeline: own.pipeline ?? false,
    ...(own.answerMs !== undefined && { query_timeout: own.answerMs }),
    ...(own.unlimited && { query_timeout: 0 }),
    ...(own.at !== undefined && { hosts: oneHost(login.connection, own.at) }),
  };
  const client = new HostedClient(config);
  client.on('error', onError);
  await client.connect();
  try {
    const unlimited = own.unlimited ? { statement_timeout: '0', idle_in_transaction_session_timeout: '0' } : {};
    await setUpSession(client, { ...login.parameters, ...unlimited, ...own.parameters });
  } catch (error) {
    await client.end().catch(onError);
    throw error;
  }
  return client;
}
