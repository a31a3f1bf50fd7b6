import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';

/** An event as the feed reads it. */
export interface FeedEvent {
  /** Grows with each event of a bank. */
  readonly position: bigint;
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly occurredAt: Date;
  /** The event as endpoints get it, JSON. */
  readonly payload: string;
}

/**
 * Encodes events as a Parquet file, in their order. The same events always give the same bytes.
 *
 * @example renderParquet([event]) // a row with position, id, type, stream, occurred_at, object_kind, ..., payload
 */
export function renderParquet(events: readonly FeedEvent[]): Uint8Array {
  const changes = events.map(({ payload }) => readChange(payload));
  const texts = (name: string, of: (event: FeedEvent, change: Change) => string | undefined): ColumnSource => ({
    name,
    type: 'STRING',
    data: events.map((event, at) => of(event, changes[at]!) ?? null),
  });
  const columnData: ColumnSource[] = [
    { name: 'position', type: 'INT64', nullable: false, data: events.map(({ position }) => position) },
    { ...texts('id', ({ id }) => id), nullable: false },
    { ...texts('type', ({ type }) => type), nullable: false },
    { ...texts('stream', ({ stream }) => stream), nullable: false },
    { name: 'occurred_at', type: 'TIMESTAMP', nullable: false, data: events.map(({ occurredAt }) => occurredAt) },
    texts('object_kind', (_, { object }) => object?.kind),
    texts('object_id', (_, { object }) => object?.id),
    {
      name: 'object_version',
      type: 'INT64',
      data: changes.map(({ object }) => (object?.version == null ? null : BigInt(object.version))),
    },
    texts('actor_kind', (_, { actor }) => actor?.kind),
    texts('actor_id', (_, { actor }) => actor?.id),
    texts('actor_name', (_, { actor }) => actor?.name),
    texts('reason', (_, { reason }) => reason),
    texts('audit_id', (_, change) => change.audit_id),
    { ...texts('payload', ({ payload }) => payload), nullable: false, statistics: false },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'cardwright' }));
}

/** The members that events of changes have; other events have none of them. */
interface Change {
  readonly object?: { readonly kind: string; readonly id: string; readonly version?: number | null };
  readonly actor?: { readonly kind: string; readonly id: string; readonly name?: string };
  readonly reason?: string;
  readonly audit_id?: string;
}

function readChange(payload: string): Change {
  const event = JSON.parse(payload) as Change;
  return event.audit_id === undefined ? {} : event;
}
