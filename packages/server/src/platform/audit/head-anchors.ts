import type { Database } from '../storage/index.ts';
import { openAnchorFile } from './anchor-file.ts';
import type { SealKeys } from './chain.ts';
import { readHead } from './chain-store.ts';
import type { ExpectedHead } from './pending-heads.ts';
import { checkHeads } from './verify-audit.ts';
import { findOwners } from './verify-store.ts';

export interface HeadAnchorsDeps {
  readonly database: Database;
  readonly keys: SealKeys;
  readonly folder: string;
  /** Of the file: each server has its own. */
  readonly name: string;
  /** Told once for each log, or for the file: what was anchored is not in the database any more. */
  readonly onBroken: (problem: string) => void;
  /** Gets every head that this server stands by, each time one has moved. It must not wait. */
  readonly onHeld?: (heads: readonly ExpectedHead[]) => void;
}

/** Heads of the chains in a file of this machine, where the owner of the database cannot take them back. */
export interface HeadAnchors {
  /** Writes down where these chains stand now; at the first call all chains. */
  keep(moved: readonly ExpectedHead[]): Promise<void>;
}

/**
 * A head only takes the place of an earlier one that is still in the chain. Else the earlier one stays for `audit verify`:
 * somebody cut the chain back and let the server go on from there.
 */
export function createHeadAnchors(deps: HeadAnchorsDeps): HeadAnchors {
  const { database, folder, name } = deps;
  let opened: ReturnType<typeof openAnchorFile> | undefined;
  const held = new Map<string, ExpectedHead>();
  /** Not on disk yet. */
  const waiting = new Map<string, ExpectedHead>();
  const broken = new Set<string>();
  const tellOnce = (what: string, problem: string) => {
    if (!broken.has(what)) deps.onBroken(problem);
    broken.add(what);
  };

  const openFile = async () => {
    const file = await openAnchorFile(folder, name);
    // what it holds is older than what was held without it
    for (const head of file.anchors.heads) held.set(head.bankId, head);
    return file;
  };
  const take = async () => {
    const before = [...held.values()].filter(({ bankId }) => waiting.has(bankId));
    const report = ({ bankId, text }: { bankId: string; text: string }) => tellOnce(bankId, `${bankId}: ${text}`);
    await checkHeads({ tx: database, keys: deps.keys, report }, before, 'the anchor of this server');
    for (const [bankId, head] of waiting) {
      if (!broken.has(bankId)) held.set(bankId, head);
    }
  };
  return {
    async keep(moved) {
      for (const head of moved) waiting.set(head.bankId, head);
      const isOpening = opened === undefined;
      opened ??= openFile();
      const [file] = await Promise.allSettled([opened]);
      if (isOpening) for (const head of await readAllHeads(database)) waiting.set(head.bankId, head);
      if (waiting.size > 0) {
        await take();
        // whatever became of the file: others keep anchors where this machine cannot
        deps.onHeld?.([...held.values()]);
      }
      if (file.status === 'rejected') {
        opened = undefined;
        throw file.reason;
      }
      const { anchors, write } = file.value;
      if (anchors.problem !== undefined) tellOnce(anchors.file, `${anchors.file} ${anchors.problem}`);
      else if (waiting.size > 0) await write([...held.values()]);
      waiting.clear();
    },
  };
}

async function readAllHeads(database: Database): Promise<ExpectedHead[]> {
  const heads: ExpectedHead[] = [];
  for (const bankId of await findOwners(database)) {
    const head = await readHead(database, bankId);
    if (head !== undefined) heads.push({ bankId, chainNo: head.chain_no, chainHash: head.chain_hash });
  }
  return heads;
}
