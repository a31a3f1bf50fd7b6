import pg from 'pg';

/** The report of a host about itself. */
export type HostReport =
  | { readonly kind: 'primary'; readonly timeline: number; readonly system: string }
  | { readonly kind: 'standby' }
  /** The host did not answer, so it may be up or down. */
  | { readonly kind: 'silent'; readonly because: string };

/**
 * Time limit for each of the two steps, connecting and querying, in milliseconds. A healthy host answers in a few of
 * them.
 */
const TIMEOUT_MS = 1_000;

/**
 * Reads the current timeline. The timeline of the last checkpoint is easier to read, but stays the old one for a while
 * after a promotion.
 */
const LOOK = `
  select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_standby,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
         (select system_identifier::text from pg_control_system()) as system`;

/** Probes on a separate connection, which it closes. Never throws. */
export async function probeHost(connection: pg.ClientConfig): Promise<HostReport> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await readHostRole(client);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { kind: 'silent', because: message || String(code) };
  } finally {
    // does not wait, because a frozen host would not answer this either
    void client.end().catch(() => {});
    setTimeout(
      () => (client as unknown as { connection: pg.Connection }).connection.stream.destroy(),
      TIMEOUT_MS,
    ).unref();
  }
}

export async function readHostRole(client: pg.ClientBase): Promise<HostReport> {
  const { rows } = await client.query<{ is_standby: boolean; timeline: string | null; system: string }>(LOOK);
  const [row] = rows;
  if (row === undefined || row.is_standby || row.timeline === null) return { kind: 'standby' };
  return { kind: 'primary', timeline: Number.parseInt(row.timeline, 16), system: row.system };
}
