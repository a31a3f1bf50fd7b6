import type { Socket } from 'node:net';
import pg from 'pg';
import { type BindingConnection, bindInReusedBuffer } from '../reused-memory.ts';
import type { DatabaseHosts, HostAddress } from './database-hosts.ts';
import { readHostRole } from './probe-host.ts';

export interface HostedConfig extends pg.ClientConfig {
  readonly hosts: DatabaseHosts;
}

/** SQLSTATE of a write on a host that has become a standby. */
const READ_ONLY = '25006';

/** Internal fields of the driver. */
interface Inside {
  host: string;
  port: number;
  readonly connection: { readonly stream: Socket } & NodeJS.EventEmitter & BindingConnection;
}

/** A client that connects to the current primary, and breaks once its host is no longer the primary. */
export class HostedClient extends pg.Client {
  readonly #hosts: DatabaseHosts;
  #address: HostAddress | undefined;

  constructor(config: HostedConfig) {
    super(config);
    this.#hosts = config.hosts;
    bindInReusedBuffer(inside(this).connection);
    inside(this).connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) this.abandon();
    });
    this.on('error', () => this.#suspect());
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connected = this.#connectToPrimary();
    if (callback === undefined) return connected;
    connected.then(() => callback(undefined as unknown as Error), callback);
    return undefined;
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const address = await this.#hosts.primary();
    this.#address = address;
    Object.assign(inside(this), address);
    this.once('end', this.#hosts.add({ address, cut: () => this.#cut() }));
    try {
      await super.connect();
      if (!this.#hosts.isOne) await this.#check(address);
      return this;
    } catch (error) {
      this.#cut();
      this.#suspect();
      throw error;
    }
  }

  async #check(address: HostAddress): Promise<void> {
    if (this.#hosts.isPrimary(address, await readHostRole(this))) return;
    throw Object.assign(new Error(`${address.host}:${address.port} is no longer the primary`), { code: '08001' });
  }

  /**
   * Closes the connection without a message to the database, which may not respond, and triggers a new search for the
   * primary.
   */
  abandon(): void {
    this.#cut();
    this.#suspect();
  }

  #cut(): void {
    inside(this).connection.stream.destroy();
  }

  #suspect(): void {
    if (this.#address !== undefined) this.#hosts.suspect(this.#address);
  }
}

/** Calls {@link HostedClient.abandon} on any connection, because pooled and other connections have the same type. */
export function abandonClient(client: pg.ClientBase): void {
  if (client instanceof HostedClient) client.abandon();
}

function inside(client: pg.Client): Inside {
  return client as unknown as Inside;
}
