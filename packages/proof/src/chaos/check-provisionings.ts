import type { Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import type { ReceivedRequest } from '../../../server/src/testing/webhook-receiver.ts';
import { inParallel } from './in-parallel.ts';
import { MAX_APPROVED, type ProvisionedCard } from './provisioning-life.ts';

interface Decision {
  readonly decision_id: string;
  readonly provisioning_id: string;
  readonly outcome: string;
  readonly token_reference: string | null;
}

/**
 * Finds cards whose decisions or tokens are lost, duplicated or beyond the limit, decisions that nobody requested, and
 * decisions without exactly one event that states the same.
 */
export async function findWrongProvisionings(
  sender: Sender,
  cards: readonly ProvisionedCard[],
  accepted: ReadonlyMap<string, ReceivedRequest>,
): Promise<string[]> {
  const events = [...accepted.values()].map(({ body }) => JSON.parse(body) as Partial<Decision>);
  const eventsOf = new Map<string, Partial<Decision>[]>();
  for (const event of events) {
    const { decision_id: id } = event;
    if (id !== undefined) eventsOf.set(id, [...(eventsOf.get(id) ?? []), event]);
  }
  const violations: string[] = [];
  await inParallel(8, cards, async ({ exid, requests }) => {
    const get = async (url: string) => (await sender.request({ url, as: 'demo-bank' })).json;
    const decisions = (await get(`/V2/tokens/provisioning?card=${exid}&limit=200`)).items as unknown as Decision[];
    const tokens = (await get(`/V2/tokens?card_identifier_id=${exid}`)).tokens as { token_reference: string }[];
    const problem = (what: string) => violations.push(`requests for tokens of ${exid}: ${what}`);
    for (const { id, outcome, isInDoubt } of requests) {
      const found = decisions.filter((one) => one.provisioning_id === id);
      if (found.length > 1) problem(`${id} was decided ${found.length} times`);
      if (outcome === undefined && found.length > 0 && !isInDoubt) problem(`${id} was not sent, but decided`);
      if (outcome !== undefined && found[0]?.outcome !== outcome)
        problem(`${id} was answered ${outcome}, but is ${found[0]?.outcome}`);
    }
    const approved = decisions.filter(({ outcome }) => outcome === 'APPROVED');
    const expected = Math.min(MAX_APPROVED, decisions.length);
    if (approved.length !== expected) problem(`${approved.length} approved instead of ${expected}`);
    const references = approved.map(({ token_reference: reference }) => reference).sort();
    if (String(references) !== String(tokens.map(({ token_reference: reference }) => reference).sort()))
      problem('its tokens are not those of the approved requests');
    for (const decision of decisions) {
      const { decision_id: id, provisioning_id: requestId } = decision;
      if (!requests.some((one) => one.id === requestId)) problem(`${requestId} was decided, but nobody requested it`);
      const published = eventsOf.get(id) ?? [];
      if (published.length !== 1) problem(`${published.length} events of the decision ${id}`);
      const statement = statementOf(decision);
      const different = published.map(statementOf).filter((one) => one !== statement);
      if (different.length > 0) problem(`the event states ${different}, the decision ${statement}`);
    }
  });
  return violations;
}

const statementOf = ({
  decision_id: id,
  provisioning_id: requestId,
  outcome,
  token_reference: token,
}: Partial<Decision>) => [id, requestId, outcome, token ?? 'no token'].join(' ');

interface ChangeOfObject {
  readonly object?: { readonly kind: string; readonly id: string; readonly version: number };
}

/** Finds tokens whose changes arrived out of order, or with a gap. Each change has the next version of the token. */
export function findUnorderedEvents(accepted: ReadonlyMap<string, Pick<ReceivedRequest, 'body'>>): {
  readonly events: number;
  readonly violations: string[];
} {
  const last = new Map<string, number>();
  const violations: string[] = [];
  let events = 0;
  for (const { body } of accepted.values()) {
    const { object } = JSON.parse(body) as ChangeOfObject;
    if (object === undefined) continue;
    events += 1;
    const name = `${object.kind} ${object.id}`;
    const before = last.get(name);
    if (before !== undefined && object.version !== before + 1)
      violations.push(`${name}: version ${object.version} arrived after version ${before}`);
    last.set(name, object.version);
  }
  return { events, violations };
}
