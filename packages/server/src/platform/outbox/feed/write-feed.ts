import { join } from 'node:path';
import { requireValue } from '../../kernel/required.ts';
import type { Database } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { makeBatch, readNextEvents, sha256Of } from './feed-batch.ts';
import { readFeedEvents } from './feed-event-store.ts';
import { hashOfFile, isPublished, openFeedFolder, placeFeedFile } from './feed-folder.ts';
import { encodeManifest, type FeedFile, type FeedManifest, manifestPath } from './feed-manifest.ts';
import { type FeedRow, finishFeed, type LeasedFeed, renewFeed, setMarkedFolder, storePending } from './feed-store.ts';

export interface WriteFeedDeps {
  readonly database: Database;
  readonly vault: Vault;
  /** Called between the steps, so that a test can end the process there. */
  readonly atStep?: (step: string) => void | Promise<void>;
}

/** A batch of files: its stored manifest, and the contents that this process has in memory. */
interface Pending {
  readonly manifest: FeedManifest;
  readonly position: bigint;
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly hasMore: boolean;
}

/**
 * Writes the next events of a feed into files, and then their manifest. The manifest is stored before the first file, and the
 * position after the last one. A server that continues after a crash writes the same events under the same names, so each
 * event is in exactly one file of the manifests. Returns the number of events.
 */
export async function writeFeed(deps: WriteFeedDeps, leased: LeasedFeed, feed: FeedRow): Promise<number> {
  const { database, atStep } = deps;
  const pending = await findPending(deps, leased, feed);
  if (pending === undefined) {
    await finishFeed(database, leased, { position: feed.position, sequence: feed.sequence, hasMore: false });
    return 0;
  }
  const { position, hasMore } = pending;
  const rows = pending.manifest.files.reduce((sum, file) => sum + file.rows, 0);
  if (rows > 0) {
    await openFolder(deps, leased, feed);
    const path = join(feed.folder, manifestPath(pending.manifest.sequence));
    if (!(await isPublished(path, encodeManifest(pending.manifest)))) {
      const manifest = await writeFiles(deps, leased, feed, pending);
      await atStep?.('files written');
      stillLeased(await renewFeed(database, leased));
      await placeFeedFile(path, encodeManifest(manifest));
      await atStep?.('manifest written');
    }
  }
  const sequence = rows > 0 ? BigInt(pending.manifest.sequence) : feed.sequence;
  stillLeased(await finishFeed(database, leased, { position, sequence, hasMore }));
  await atStep?.('position stored');
  return rows;
}

/** The batch that an earlier attempt began, or the next one. Undefined if there are no new events. */
async function findPending(deps: WriteFeedDeps, leased: LeasedFeed, feed: FeedRow): Promise<Pending | undefined> {
  const { pending_manifest: manifest, pending_position: end } = feed;
  if (manifest !== null && end !== null) return { manifest, position: end, contents: new Map(), hasMore: true };
  const next = await readNextEvents(deps, feed);
  if (next === undefined) return undefined;
  const { rows, position, hasMore } = next;
  const batch = await makeBatch(deps, feed.bank_id, Number(feed.sequence) + 1, rows);
  if (rows.length > 0) stillLeased(await storePending(deps.database, leased, batch.manifest, position));
  await deps.atStep?.('manifest stored');
  return { ...batch, position, hasMore };
}

async function openFolder({ database }: WriteFeedDeps, leased: LeasedFeed, feed: FeedRow): Promise<void> {
  const { bank_id: bankId, feed_id: feedId, folder, marked_folder: marked } = feed;
  await openFeedFolder(folder, { bankId, feedId, isNew: marked !== folder });
  if (marked !== folder) await setMarkedFolder(database, leased, folder);
}

/** Writes the missing files. Returns the manifest that fits the files. */
async function writeFiles(
  deps: WriteFeedDeps,
  leased: LeasedFeed,
  feed: FeedRow,
  { manifest, position, contents }: Pending,
): Promise<FeedManifest> {
  const isThere = async ({ path, sha256 }: FeedFile) => (await hashOfFile(join(feed.folder, path))) === sha256;
  const missing: FeedFile[] = [];
  for (const file of manifest.files) if (!(await isThere(file))) missing.push(file);
  if (missing.length === 0) return manifest;
  const available = contents.size > 0 ? contents : await renderAgain(deps, feed, manifest, position);
  const contentOf = (path: string) => requireValue(available.get(path), `the content of ${path}`);
  // another version of the server may encode the same events in other bytes; no manifest lists the files yet
  const files = manifest.files.map((file) =>
    missing.includes(file) ? { ...file, sha256: sha256Of(contentOf(file.path)) } : file,
  );
  const current = { ...manifest, files };
  if (files.some(({ sha256 }, at) => sha256 !== manifest.files[at]?.sha256))
    stillLeased(await storePending(deps.database, leased, current, position));
  for (const { path } of missing) {
    stillLeased(await renewFeed(deps.database, leased));
    await placeFeedFile(join(feed.folder, path), contentOf(path));
    await deps.atStep?.('file written');
  }
  return current;
}

/**
 * Renders the contents of a batch that another process began. Its events cannot change, and are not deleted before they
 * are in a file.
 */
async function renderAgain(
  deps: WriteFeedDeps,
  { bank_id: bankId, position: after }: FeedRow,
  { sequence, files }: FeedManifest,
  upTo: bigint,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const events = [...new Set(files.map(({ type }) => type))];
  const { manifest, contents } = await makeBatch(
    deps,
    bankId,
    sequence,
    await readFeedEvents(deps.database, bankId, { after, upTo, events }),
  );
  const isSame =
    manifest.files.length === files.length &&
    manifest.files.every(({ path, rows }, at) => files[at]?.path === path && files[at]?.rows === rows);
  if (!isSame)
    throw new Error(`the events of manifest ${sequence} of bank ${bankId} are not those that it was made of`);
  return contents;
}

function stillLeased(isLeased: boolean): void {
  if (!isLeased) throw new Error('another server writes this feed now');
}
