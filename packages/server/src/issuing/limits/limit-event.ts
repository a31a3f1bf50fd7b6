import type { LimitInForce } from '@cardwright/contract';
import type { ChangeDetails } from '../../platform/operation/index.ts';

/** Returns the event of a limit of an account or a card, in the form of its answer. `subject` is as audited. */
export function limitEvent(
  subject: string,
  id: string,
  before: LimitInForce | null,
  after: LimitInForce | null,
): () => ChangeDetails {
  const [kind = subject] = subject.split(':', 1);
  const parent = { kind, id: subject.slice(kind.length + 1) };
  return () => ({ object: { kind: 'limit', id, version: null, parent }, before, after });
}
