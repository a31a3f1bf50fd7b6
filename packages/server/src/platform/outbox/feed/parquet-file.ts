import { setImmediate } from 'node:timers/promises';
import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';

/** An event that the feed has read. */
export interface FeedEvent {
  /** Grows with each event of a bank. */
  readonly position: bigint;
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly occurredAt: Date;
  /** The event that endpoints get, as JSON. */
  readonly payload: string;
  /** The members of the payload that have columns. */
  readonly content: FeedContent;
}

/** Events of changes have all members but the name and the reason; other events have only the time. */
export interface FeedContent {
  readonly occurred_at?: string;
  readonly timestamp?: string;
  readonly object?: { readonly kind: string; readonly id: string; readonly version?: number | null };
  readonly actor?: { readonly kind: string; readonly id: string; readonly name?: string };
  readonly reason?: string;
  readonly audit_id?: string;
}

const text = (name: string, nullable = true) => ({ name, type: 'STRING' as const, nullable });
const COLUMNS = [
  { name: 'position', type: 'INT64' as const, nullable: false },
  ...['id', 'type', 'stream'].map((name) => text(name, false)),
  { name: 'occurred_at', type: 'TIMESTAMP' as const, nullable: false },
  ...['object_kind', 'object_id'].map((name) => text(name)),
  { name: 'object_version', type: 'INT64' as const },
  ...['actor_kind', 'actor_id', 'actor_name', 'reason', 'audit_id'].map((name) => text(name)),
  // no two payloads are equal, and a search for equal ones takes longer than writing them
  { ...text('payload', false), encoding: 'PLAIN' as const, statistics: false },
];
/** The number of rows that are encoded before the event loop gets a turn: about 5 ms with 1 KB each. */
const ROWS_AT_ONCE = 500;

/**
 * Encodes events as a Parquet file, in their order. The same events always give the same bytes.
 *
 * @example await renderParquet([event]) // a row with position, id, type, stream, occurred_at, object_kind, ..., payload
 */
export async function renderParquet(events: readonly FeedEvent[]): Promise<Uint8Array> {
  const writer = new ByteWriter();
  const rows = rowsOf(events);
  await parquetWriteRows({ writer, rows, columns: COLUMNS, rowGroupSize: ROWS_AT_ONCE, createdBy: 'cardwright' });
  return writer.getBytes();
}

async function* rowsOf(events: readonly FeedEvent[]) {
  for (const [at, { position, id, type, stream, occurredAt, payload, content }] of events.entries()) {
    if (at % ROWS_AT_ONCE === 0) await setImmediate();
    // other events have members of these names with another meaning
    const { object, actor, reason, audit_id: auditId }: FeedContent = content.audit_id === undefined ? {} : content;
    yield {
      ...{ position, id, type, stream, occurred_at: occurredAt, payload },
      object_kind: object?.kind ?? null,
      object_id: object?.id ?? null,
      object_version: object?.version == null ? null : BigInt(object.version),
      actor_kind: actor?.kind ?? null,
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? null,
      reason: reason ?? null,
      audit_id: auditId ?? null,
    };
  }
}
