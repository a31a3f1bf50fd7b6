import type { HistoryEntry, JsonObject } from '@cardwright/contract';
import { type ActorRow, changeOf } from '../../../platform/audit/index.ts';
import { type Currency, formatAmount } from '../../../platform/kernel/money.ts';
import type { RecordedChange } from '../../accounts/index.ts';
import { type StoredLimit, toWindowResponse } from '../../limits/index.ts';
import { type ControlsOfToken, toControlsResponse } from '../../tokens/index.ts';
import type { DisplayRow } from '../index/index-name.ts';
import { toIndexResponse } from '../index/index-response.ts';
import { referenceText } from '../records/find-authorization.ts';
import type { IndexRow } from '../records/indexed-authorization.ts';
import type { CardName } from './history-store.ts';

/** Records that the changes of an account refer to. */
export interface HistoryContext {
  readonly accountNumber: string;
  readonly money: Currency;
  readonly cards: readonly CardName[];
  /** Authorizations whose reservations ended, by key. */
  readonly endedRows: ReadonlyMap<string, IndexRow>;
  readonly actors: readonly ActorRow[];
}

export function toDecisionEntry(row: IndexRow, context: HistoryContext): HistoryEntry {
  return {
    at: row.decided_at.toISOString(),
    kind: 'DECISION',
    authorization: toIndexResponse(toDisplayRow(row, context)),
  };
}

/** Adds the names at the time of the decision: a card that was replaced later has the EXID that it had then. */
function toDisplayRow(row: IndexRow, { accountNumber, cards }: HistoryContext): DisplayRow {
  const card = cards.find((one) => one.card_id === row.card_id);
  const cardAtDecision =
    cards.find((one) => one.replaced_by === row.card_id && one.status_changed_at > row.decided_at) ?? card;
  return {
    ...row,
    account_number: accountNumber,
    masked_number: card?.masked_number ?? null,
    exid: cardAtDecision?.exid ?? null,
  };
}

export function toChangeEntry({ at, change }: RecordedChange, context: HistoryContext): HistoryEntry {
  const { kind } = change;
  const cardId = 'cardId' in change ? change.cardId : undefined;
  const exid = context.cards.find((card) => String(card.card_id) === cardId)?.exid;
  const authorization = kind === 'RESERVATION_ENDED' ? context.endedRows.get(change.messageKey) : undefined;
  const token = tokenOfChange(change);
  const own = subjectsOf(context, exid, authorization);
  const decision = change.kind === 'PROVISIONING' ? [provisioningSubject(change)] : [];
  const subjects = [...decision, ...(token === undefined ? [] : [`token:${token}`]), ...own];
  const { action, audited } = doneBy(at, kind, subjects, context.actors);
  const actor = ('by' in change ? change.by : undefined) ?? action?.actor;
  return {
    at: at.toISOString(),
    kind,
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { outcome: action.outcome }),
    // the person belongs to this actor and not to another one of the same instant
    ...(action?.actor === actor && action?.person != null && { person: action.person }),
    ...(authorization !== undefined && { authorization: toIndexResponse(toDisplayRow(authorization, context)) }),
    ...(exid !== undefined && { card_identifier_id: exid }),
    ...(audited?.reason != null && { reason: audited.reason }),
    ...(audited !== undefined && auditedMembers(audited)),
    change: membersOf(change, context.money),
  };
}

/** The changed members with their values before and after. */
function auditedMembers({ before, after }: ActorRow): Pick<HistoryEntry, 'before' | 'after'> {
  if (before === null && after === null) return {};
  return before === null || after === null ? { before, after } : changeOf(before, after);
}

function provisioningSubject({ decisionId }: { readonly decisionId: string }): string {
  return `provisioning:${decisionId}`;
}

/** The token that a change is about. */
function tokenOfChange(change: RecordedChange['change']): string | undefined {
  if (change.kind === 'TOKEN_CONTROLS') return change.reference;
  return change.kind === 'LIMIT' ? (change.limit as StoredLimit).tokenReference : undefined;
}

function subjectsOf({ accountNumber }: HistoryContext, exid: string | undefined, row: IndexRow | undefined): string[] {
  if (row !== undefined) return [`authorization:${referenceText(row)}`];
  return exid === undefined ? [`account:${accountNumber}`] : [`card:${exid}`, `account:${accountNumber}`];
}

/** Matches operations that only read: they can concern the same subject at the same instant, but change nothing. */
const READS = /(^|\W)(read|listed|replayed)$/;

/** The outcomes of the audit rows about each kind of change. */
const OUTCOMES: Readonly<Record<RecordedChange['change']['kind'], RegExp>> = {
  OPENED: /^created$/,
  FUNDS: /^(CREDIT|DEBIT)$/,
  CARD_ADDED: /^created$/,
  CARD_STATUS: /^(status changed|reissued)$/,
  CARD_RENEWED: /^renewed$/,
  RESTRICTION: /^restriction set$/,
  SETTINGS: /^settings changed$/,
  LIMIT: /^limit (set|deleted)$/,
  TOKEN_CONTROLS: /^controls set$/,
  PROVISIONING: /^provisioning decided$/,
  RESERVATION_ENDED: /^(REVERSAL|COMPLETION|EXPIRY)$/,
};

/** Finds the audit row of a change. `audited` is undefined if several changes of this kind have the same instant. */
function doneBy(
  at: Date,
  kind: RecordedChange['change']['kind'],
  subjects: readonly string[],
  actors: readonly ActorRow[],
): { readonly action: ActorRow | undefined; readonly audited: ActorRow | undefined } {
  const same = actors.filter((row) => row.at.getTime() === at.getTime() && !READS.test(row.outcome));
  const ofKind = same.filter((row) => OUTCOMES[kind].test(row.outcome) && subjects.includes(row.subject));
  const firstOf = (rows: readonly ActorRow[]) =>
    subjects.map((subject) => rows.find((row) => row.subject === subject)).find((row) => row !== undefined);
  return { action: firstOf(ofKind) ?? firstOf(same), audited: ofKind.length === 1 ? ofKind[0] : undefined };
}

/** The audit log subjects of everything that a page of changes can concern. */
export function allSubjects(
  context: Omit<HistoryContext, 'actors'>,
  changes: readonly Pick<RecordedChange, 'change'>[],
): string[] {
  const of = [...context.endedRows.values()].flatMap((row) => subjectsOf({ ...context, actors: [] }, undefined, row));
  const tokens = changes.flatMap(({ change }) => tokenOfChange(change) ?? []).map((reference) => `token:${reference}`);
  const decisions = changes.flatMap(({ change }) =>
    change.kind === 'PROVISIONING' ? [provisioningSubject(change)] : [],
  );
  const cards = context.cards.map(({ exid }) => `card:${exid}`);
  return [`account:${context.accountNumber}`, ...cards, ...tokens, ...decisions, ...of];
}

function limitMembers(limit: StoredLimit, isSet: boolean, exponent: number): JsonObject {
  const { id, tokenReference, measure, of, window, max, onlyMerchant, locksFirst, where } = limit;
  const lockMerchant = locksFirst ? 'first' : onlyMerchant;
  return {
    id,
    is_set: isSet,
    ...(tokenReference !== undefined && { token_reference: tokenReference }),
    measure,
    of,
    window: toWindowResponse(window),
    max: measure === 'amount' ? formatAmount(BigInt(max), exponent) : max,
    ...(lockMerchant !== undefined && { lockMerchant }),
    ...(where !== undefined && { where: where as unknown as JsonObject }),
  };
}

/** The fields of a change, with amounts as decimal texts, without internal ids, and with the actor. */
function membersOf(change: RecordedChange['change'], money: Currency): JsonObject {
  if (change.kind === 'LIMIT') return limitMembers(change.limit as StoredLimit, change.isSet, money.exponent);
  if (change.kind === 'TOKEN_CONTROLS') {
    const controls = change.controls as ControlsOfToken | null;
    const { singleUse: _, ...members } = toControlsResponse(change.reference, controls ?? undefined, false, money);
    return members as unknown as JsonObject;
  }
  if (change.kind === 'PROVISIONING') return { decision_id: change.decisionId, outcome: change.outcome };
  const { exponent } = money;
  const { kind: _, cardId: __, messageKey: ___, by: ____, ...members } = change as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) =>
      name.endsWith('Minor')
        ? [name.slice(0, -'Minor'.length), formatAmount(BigInt(String(value)), exponent)]
        : [name, value],
    ),
  ) as JsonObject;
}
