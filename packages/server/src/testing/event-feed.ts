import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import type { FeedManifest } from '../platform/outbox/feed/feed-manifest.ts';

/** Reads the manifests of a feed, in their order. Fails if a number is missing. */
export async function readManifests(folder: string): Promise<FeedManifest[]> {
  const names = await readdir(join(folder, 'manifest')).catch(() => []);
  const finished = names.filter((name) => name.endsWith('.json')).sort();
  const manifests = finished.map(async (name) => JSON.parse(await readFile(join(folder, 'manifest', name), 'utf8')));
  const read = (await Promise.all(manifests)) as FeedManifest[];
  for (const [at, { sequence }] of read.entries())
    if (sequence !== at + 1) throw new Error(`manifest ${at + 1} is missing`);
  return read;
}

/** Reads the rows of a Parquet file with another library than the one that wrote it. */
export async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  return await parquetReadObjects({ file: (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength) });
}

/** Reads every row of a feed as loaders do: follows the manifests, and sorts the rows of each one by position. */
export async function readFeed(folder: string): Promise<Record<string, unknown>[]> {
  const ofManifests = (await readManifests(folder)).map(async ({ files }) => {
    const rows = (await Promise.all(files.map(({ path }) => readParquet(join(folder, path))))).flat();
    return rows.sort((one, other) => Number(one.position) - Number(other.position));
  });
  return (await Promise.all(ofManifests)).flat();
}

/** Lists the Parquet files in the folder of a feed, whether or not a manifest names them. */
export async function filesOfFeed(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.parquet')).sort();
}
