import { isJsonObject, type JsonObject, type JsonValue, writeCanonicalJson } from '@cardwright/contract';
import { type Check, fails, holds, unknown } from './check.ts';
import { hasValidSignature, sha256, toHex } from './cryptography.ts';
import { hashOfLeaf, rootOfPath } from './inclusion.ts';
import { type ComparedHeads, compareHeads, type OutsideHead } from './outside-heads.ts';

const NOT_SEALED =
  'The proof lacks the row of the audit log with the head: it is not sealed yet, or its month was dropped. Request the proof again in some minutes.';
const NOT_IN_LOG = 'The decision is not in the audit log yet. Request the proof again in some minutes.';

/** Checks the place of a decision in the audit log. */
export async function checkLog(
  proof: JsonObject,
  record: JsonObject,
  outside: readonly OutsideHead[],
): Promise<readonly Check[]> {
  const { log: place } = proof;
  if (place === null) return [unknown('INCLUSION', NOT_IN_LOG)];
  if (!isJsonObject(place) || !isJsonObject(place.head))
    return [fails('INCLUSION', 'The place in the log has no head.')];
  const { head } = place;
  return [
    await checkInclusion(place, head, record),
    await checkHead(place, head, record, proof.key),
    await checkAuditRow(place.audit, head),
    checkOutside(head, Number(place.batch), await compareHeads(outside)),
  ];
}

async function checkInclusion(place: JsonObject, head: JsonObject, record: JsonObject): Promise<Check> {
  const leaf = await hashOfLeaf(writeCanonicalJson(record));
  const batch = await rootOfPath(leaf, place.leaf, place.batch_size, place.batch_path);
  const root = batch && (await rootOfPath(await hashOfLeaf(batch), place.batch, head.size, place.tree_path));
  if (root === undefined) return fails('INCLUSION', 'The inclusion path does not fit the position of the decision.');
  if (toHex(root) !== head.root) {
    return fails(
      'INCLUSION',
      'The log does not have this decision: its path leads to another root than that of the head.',
    );
  }
  return holds(
    'INCLUSION',
    `The log of ${head.log} has this decision, at position ${place.leaf} of batch ${place.batch}.`,
  );
}

async function checkHead(place: JsonObject, head: JsonObject, record: JsonObject, key: unknown): Promise<Check> {
  if (head.log !== record.bank_id)
    return fails('HEAD', `The head is of the log ${head.log}, not of ${record.bank_id}.`);
  return (await hasValidSignature(head, place.head_signature, key))
    ? holds('HEAD', `The server signed the head of the log with ${head.size} batches, at ${head.at}.`)
    : fails('HEAD', 'The signature of the head is not valid: the head was changed, or another key made it.');
}

async function checkAuditRow(audit: JsonValue | undefined, head: JsonObject): Promise<Check> {
  if (audit === null) return unknown('AUDIT_ROW', NOT_SEALED);
  const { row, chain_no: number, previous_chain_hash: previous, chain_hash: hash } = isJsonObject(audit) ? audit : {};
  if (!isJsonObject(row) || !isJsonObject(row.details))
    return fails('AUDIT_ROW', 'The row of the audit log has no details.');
  const rowHash = toHex(await sha256(writeCanonicalJson(row)));
  if (toHex(await sha256(`${previous} ${number} ${rowHash}`)) !== hash) {
    return fails('AUDIT_ROW', 'The row of the audit log is not the one in its chain: row or chain were changed.');
  }
  const { tree_size: size, tree_root: root } = row.details;
  if (row.bank_id !== head.log || size !== head.size || root !== head.root) {
    return fails('AUDIT_ROW', 'The row of the audit log has another head than the proof.');
  }
  return holds('AUDIT_ROW', `Row ${number} of the audit log has this head, with the chain hash ${hash}.`);
}

export function checkOutside(head: JsonObject, batch: number, { trusted, forked }: ComparedHeads): Check {
  const ofLog = trusted.filter(({ log }) => log === head.log);
  const same = ofLog.filter(({ size }) => size === head.size);
  const fork = forked.find(({ log }) => log === head.log);
  const newest = Math.max(...ofLog.map(({ size }) => size));
  if (fork !== undefined) {
    return fails(
      'OUTSIDE_HEAD',
      `The log was forked: with ${fork.size} batches it does not continue the head kept outside with ${fork.continues?.size}.`,
    );
  }
  if (same.some(({ root }) => root !== head.root)) {
    return fails(
      'OUTSIDE_HEAD',
      `The log was forked: a head kept outside has ${head.size} batches too, but another root.`,
    );
  }
  if (same.length > 0) {
    return holds('OUTSIDE_HEAD', 'A head that was kept outside of the server is the same, or the log continues it.');
  }
  if (ofLog.length === 0) {
    return unknown(
      'OUTSIDE_HEAD',
      'No head that was kept outside of the server was given, so the log was not compared.',
    );
  }
  if (newest > Number(head.size)) {
    return fails(
      'OUTSIDE_HEAD',
      `The log of the proof ends at batch ${head.size}, but a head kept outside has ${newest}: the log was truncated, or the proof is older. Request it with head=${newest}.`,
    );
  }
  const covering = ofLog.map(({ size }) => size).filter((size) => size > batch);
  const advice =
    covering.length > 0
      ? `Request the proof with head=${Math.max(...covering)}, or the proof of the log since ${newest}.`
      : `Request the proof of the log since ${newest}.`;
  return unknown(
    'OUTSIDE_HEAD',
    `No head kept outside has ${head.size} batches, so the log was not compared. ${advice}`,
  );
}
