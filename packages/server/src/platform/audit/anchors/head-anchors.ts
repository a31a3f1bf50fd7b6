import type { Database } from '../../storage/index.ts';
import type { SealKeys } from '../chain.ts';
import { readHead } from '../chain-store.ts';
import { checkHeads } from '../verify-audit.ts';
import { findOwners } from '../verify-store.ts';
import { openAnchorFile } from './anchor-file.ts';
import type { ExpectedHead } from './pending-heads.ts';

export interface HeadAnchorsDeps {
  readonly database: Database;
  readonly keys: SealKeys;
  readonly folder: string;
  /** The name of the file, which is unique per server. */
  readonly name: string;
  /** Called once for each log, or for the file, if an anchored head is no longer in the database. */
  readonly onBroken: (problem: string) => void;
  /** Called with the heads that this server has confirmed, whenever one has moved. It must not wait. */
  readonly onPending?: (heads: readonly ExpectedHead[]) => void;
}

/** Stores the heads of the chains in a file of this machine, where the owner of the database cannot revert them. */
export interface HeadAnchors {
  /** Stores the current heads of these chains; on the first call those of all chains. */
  store(moved: readonly ExpectedHead[]): Promise<void>;
}

/**
 * Replaces an earlier head only if that one is still in the chain. Otherwise the earlier one stays for `audit verify`:
 * the chain was cut back, and the server continued from there.
 */
export function createHeadAnchors(deps: HeadAnchorsDeps): HeadAnchors {
  const { database, folder, name } = deps;
  let opened: ReturnType<typeof openAnchorFile> | undefined;
  const pending = new Map<string, ExpectedHead>();
  /** Heads that are not on disk yet. */
  const pendingHeads = new Map<string, ExpectedHead>();
  const broken = new Set<string>();
  const reportOnce = (what: string, problem: string) => {
    if (!broken.has(what)) deps.onBroken(problem);
    broken.add(what);
  };

  const openFile = async () => {
    const file = await openAnchorFile(folder, name);
    // heads in the file are older than those in memory
    for (const head of file.anchors.heads) pending.set(head.bankId, head);
    return file;
  };
  const take = async () => {
    const before = [...pending.values()].filter(({ bankId }) => pendingHeads.has(bankId));
    const report = ({ bankId, text }: { bankId: string; text: string }) => reportOnce(bankId, `${bankId}: ${text}`);
    await checkHeads({ tx: database, keys: deps.keys, report }, before, 'the anchor of this server');
    for (const [bankId, head] of pendingHeads) {
      // a later head keeps the newest tree that this server anchored
      if (!broken.has(bankId)) pending.set(bankId, { tree: pending.get(bankId)?.tree, ...head });
    }
  };
  return {
    async store(moved) {
      for (const head of moved) pendingHeads.set(head.bankId, head);
      const isOpening = opened === undefined;
      opened ??= openFile();
      const [file] = await Promise.allSettled([opened]);
      if (isOpening) for (const head of await readAllHeads(database)) pendingHeads.set(head.bankId, head);
      if (pendingHeads.size > 0) {
        await take();
        // reported even if the file failed, because other places store anchors if this machine cannot
        deps.onPending?.([...pending.values()]);
      }
      if (file.status === 'rejected') {
        opened = undefined;
        throw file.reason;
      }
      const { anchors, write } = file.value;
      if (anchors.problem !== undefined) reportOnce(anchors.file, `${anchors.file} ${anchors.problem}`);
      else if (pendingHeads.size > 0) await write([...pending.values()]);
      pendingHeads.clear();
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
