/** A file of a feed, as the manifest lists it. */
export interface FeedFile {
  /** Relative to the folder of the feed. */
  readonly path: string;
  readonly type: string;
  /** The hour in UTC of the times of its events: `2026-11-20T10`. */
  readonly hour: string;
  readonly rows: number;
  /** The ids of the first and the last event, as endpoints get them. */
  readonly first_event_id: string;
  readonly last_event_id: string;
  /** The SHA-256 of the file, in hexadecimal digits. */
  readonly sha256: string;
}

/** The content of a manifest. Manifests of a feed are numbered 1, 2, 3 without gaps, and never change. */
export interface FeedManifest {
  readonly sequence: number;
  readonly bank: string;
  readonly files: readonly FeedFile[];
}

/** Writes a manifest with its members in the order of this function, whatever order the database returned. */
export function encodeManifest({ sequence, bank, files }: FeedManifest): string {
  return `${JSON.stringify({ sequence, bank, files }, null, 2)}\n`;
}

/** @example manifestPath(42) // 'manifest/000000000042.json' */
export function manifestPath(sequence: number): string {
  return `manifest/${paddedSequence(sequence)}.json`;
}

/** @example filePath('card.created', '2026-11-20T10', 42) // 'type=card.created/hour=2026-11-20T10/000000000042.parquet' */
export function filePath(type: string, hour: string, sequence: number): string {
  return `type=${type}/hour=${hour}/${paddedSequence(sequence)}.parquet`;
}

function paddedSequence(sequence: number): string {
  return String(sequence).padStart(12, '0');
}
