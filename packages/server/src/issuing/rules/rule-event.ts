import type { ChangeDetails } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { toVersionResponse } from './rule-response.ts';
import { type RuleRow, readVersions } from './rule-store.ts';

/** The event of a version that was just written, in the form of the rule's response. */
export function writtenEvent(
  tx: Tx,
  bankId: string,
  { rule_id: id }: Pick<RuleRow, 'rule_id'>,
  version: number,
): () => Promise<ChangeDetails> {
  return async () => {
    const row = (await readVersions(tx, bankId, [id])).find((one) => one.version === version);
    return {
      object: { kind: 'rule', id, version },
      before: null,
      after: row === undefined ? null : toVersionResponse(row),
    };
  };
}
