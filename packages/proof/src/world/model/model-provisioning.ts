import type { Condition, LiveCardStatus, RestrictionType, TokenState } from '@cardwright/contract';
import type { ModelAccount } from './model-account.ts';
import { localTime } from './model-calendar.ts';
import { isConditionMet } from './model-condition.ts';
import { isInLimitWindow, type ModelOwnLimit } from './model-limits.ts';
import { restrictionInForce } from './model-rules.ts';
import type { ModelTokenControls } from './model-token-controls.ts';

/** A request for a token, as docs/interface/token-provisioning.md describes it. */
export interface ModelTokenRequest {
  readonly tokenType?: 'DEVICE' | 'CLOUD' | 'CARD_ON_FILE' | undefined;
  readonly deviceId?: string | undefined;
  readonly deviceType?: string | undefined;
  readonly deviceCountry?: string | undefined;
  readonly accountScore?: number | undefined;
  readonly deviceScore?: number | undefined;
  readonly panSource?: 'ON_FILE' | 'MANUAL' | 'APP' | undefined;
  readonly walletAccountAgeDays?: number | undefined;
  readonly phoneMatches?: boolean | undefined;
}

type Outcome = 'APPROVED' | 'APPROVED_WITH_CODE' | 'DECLINED';

/** The answer of the bank's own system, or why there is none. */
export interface ModelTokenPartner {
  readonly answer: 'APPROVE' | 'REQUIRE_CODE' | 'DECLINE' | 'LATE' | 'UNREACHABLE';
  readonly untilMs?: number | undefined;
  readonly standIn: 'approve' | 'require_code' | 'decline';
}

export interface ModelTokenRule {
  readonly name: string;
  readonly condition: Condition;
  readonly effect: 'approve' | 'require_code' | 'decline';
  readonly isLive: boolean;
  /** When it begins and ends to be evaluated. */
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** The settings of a product without any of its own, in a bank without rules for tokens. */
export const USUAL_POLICY: ModelTokenPolicy = {
  tokensOfCard: 10,
  cardsOfDevice: 5,
  declinesIn24h: 5,
  lowScores: 'APPROVED_WITH_CODE',
  unknownScores: 'APPROVED_WITH_CODE',
  rules: [],
  limits: [],
};

/** How requests for tokens are decided in a life. */
export interface ModelTokenPolicy {
  readonly tokensOfCard: number;
  readonly cardsOfDevice: number;
  readonly declinesIn24h: number;
  readonly lowScores: 'APPROVED' | 'APPROVED_WITH_CODE';
  readonly unknownScores: 'APPROVED' | 'APPROVED_WITH_CODE';
  readonly rules: readonly ModelTokenRule[];
  readonly limits: readonly ModelTokenLimit[];
}

/** A limit that counts requests for tokens, of a card or of the account. */
export type ModelTokenLimit = Pick<ModelOwnLimit, 'id' | 'card' | 'of' | 'window' | 'max' | 'where'>;

export interface ModelTokenDecision {
  readonly outcome: Outcome;
  readonly reason: string | undefined;
  readonly rule: string;
  readonly trace: readonly object[];
}

/** A token that a request created. */
export interface ModelToken {
  readonly card: number;
  readonly deviceId: string | undefined;
  state: TokenState;
  /** Whether the block of its card suspended it. */
  isByBlock: boolean;
  controls?: ModelTokenControls | undefined;
}

const DAY_MS = 86_400_000;
const FINAL: readonly LiveCardStatus[] = ['LOST', 'STOLEN', 'CLOSED'];
/** How long the server waits for the bank's own system in a life. */
export const PARTNER_MS = 7;
const OUTCOMES = { approve: 'APPROVED', require_code: 'APPROVED_WITH_CODE', decline: 'DECLINED' } as const;

/** The tokens of an account, and the decisions about them. It shares no code with what it checks. */
export class ModelTokens {
  readonly #account: ModelAccount;
  readonly #policy: ModelTokenPolicy;
  readonly tokens: ModelToken[] = [];
  readonly #declines: { readonly card: number; readonly atMs: number }[] = [];
  readonly #counted: { readonly limit: ModelTokenLimit; readonly atMs: number }[] = [];

  constructor(account: ModelAccount, policy: ModelTokenPolicy) {
    this.#account = account;
    this.#policy = policy;
  }

  /** Returns the counts that rules evaluate. */
  counts(card: number, { deviceId }: ModelTokenRequest, nowMs: number) {
    const living = this.tokens.filter(({ state }) => state !== 'DELETED');
    const onDevice = deviceId === undefined ? [] : living.filter((one) => one.deviceId === deviceId);
    return {
      tokens: living.filter((one) => one.card === card).length,
      tokensOfDevice: deviceId === undefined ? undefined : onDevice.length,
      others: new Set(onDevice.map((one) => one.card).filter((one) => one !== card)).size,
      declines: this.#declines.filter((one) => one.card === card && one.atMs + DAY_MS > nowMs).length,
    };
  }

  /** The use of each limit of requests for tokens: `LIMIT card count`, with `-` for a limit of the account. */
  used(nowMs: number): string[] {
    return this.#policy.limits.map((limit) => `${limit.id} ${limit.card ?? '-'} ${this.#countedBy(limit, nowMs)}`);
  }

  #countedBy(limit: ModelTokenLimit, nowMs: number): number {
    const { days } = this.#account;
    return this.#counted.filter((one) => one.limit === limit && isInLimitWindow(limit.window, one.atMs, nowMs, days))
      .length;
  }

  /** Decides a request, and creates the token of an approval. Without a card, no card was found. */
  decide(
    card: number | undefined,
    request: ModelTokenRequest,
    nowMs: number,
    partner?: ModelTokenPartner,
  ): ModelTokenDecision {
    this.#trace = [];
    this.#saw('CARD_FOUND', { found: card !== undefined });
    if (card === undefined) return this.#declined('UNKNOWN_CARD', 'CARD_FOUND');
    if (partner !== undefined) {
      const { answer, untilMs, standIn } = partner;
      const until = untilMs === undefined ? null : new Date(untilMs).toISOString();
      this.#saw('PARTNER', { answer, reason: null, after_ms: PARTNER_MS, until, stand_in: standIn });
    }
    const covering = this.#limitsOf(card, request, nowMs);
    const decision =
      this.#refusal(card, request, nowMs) ??
      this.#refusalByLimit(card, covering, nowMs) ??
      this.#outcome(card, request, nowMs, partner);
    const others = decision.outcome === 'DECLINED' ? 'approvals' : 'declines';
    for (const limit of covering)
      if (limit.of !== others && limit.id !== decision.rule) this.#counted.push({ limit, atMs: nowMs });
    if (decision.outcome !== 'DECLINED') {
      const state = decision.outcome === 'APPROVED' ? 'ACTIVE' : 'REQUESTED';
      this.tokens.push({ card, deviceId: request.deviceId, state, isByBlock: false });
    } else if (decision.rule !== 'ATTEMPTS') this.#declines.push({ card, atMs: nowMs });
    return decision;
  }

  /** The facts that each rule evaluated, as the answer reports them. */
  #trace: { rule: string; verdict: 'PASS' | 'REFUSE'; saw: object }[] = [];

  #saw(rule: string, saw: object): void {
    this.#trace.push({ rule, verdict: 'PASS', saw });
  }

  #declined(reason: string, rule: string): ModelTokenDecision {
    const last = this.#trace.at(-1);
    if (last !== undefined) last.verdict = 'REFUSE';
    return { outcome: 'DECLINED', reason, rule, trace: this.#trace };
  }

  /**
   * Applies a status of the card. A block suspends active tokens, and its end resumes these. LOST, STOLEN and CLOSED
   * cards have no tokens.
   */
  followCard(card: number, status: LiveCardStatus): void {
    for (const token of this.tokens) {
      if (token.card !== card || token.state === 'DELETED') continue;
      if (FINAL.includes(status)) token.state = 'DELETED';
      else if (status === 'BLOCKED' && token.state === 'ACTIVE')
        Object.assign(token, { state: 'SUSPENDED', isByBlock: true });
      else if (status === 'ACTIVE' && token.isByBlock) Object.assign(token, { state: 'ACTIVE', isByBlock: false });
    }
  }

  #refusal(at: number, request: ModelTokenRequest, nowMs: number): ModelTokenDecision | undefined {
    const { status, plastic, restrictions } = this.#account.card(at);
    const { tokensOfCard: mostTokens, cardsOfDevice: mostCards, declinesIn24h: mostDeclines } = this.#policy;
    const { tokens, others, declines } = this.counts(at, request, nowMs);
    this.#saw('CARD_STATUS', { status });
    if (status !== 'ACTIVE') return this.#declined('CARD_STATUS', 'CARD_STATUS');
    this.#saw('EXPIRY', { expiry: plastic.expiry });
    const month = localTime(nowMs, this.#account.bank.zone).slice(2, 7).replace('-', '');
    if (Number(month) > Number(plastic.expiry)) return this.#declined('EXPIRED', 'EXPIRY');
    const inForce = typesOf(request).flatMap((type) => restrictionInForce(restrictions, type, nowMs) ?? []);
    const seen = inForce.map(({ type, isAllowed }) => type + (isAllowed ? '+' : '-')).join(' ');
    this.#saw('RESTRICTIONS', { token_type: request.tokenType ?? null, in_force: seen });
    if (seen.includes('-')) return this.#declined('RESTRICTED', 'RESTRICTIONS');
    this.#saw('TOKENS_OF_CARD', { tokens, most: mostTokens });
    if (mostTokens === 0) return this.#declined('CARD_NOT_ELIGIBLE', 'TOKENS_OF_CARD');
    if (tokens >= mostTokens) return this.#declined('TOO_MANY_TOKENS', 'TOKENS_OF_CARD');
    this.#saw('TOKENS_OF_DEVICE', {
      device_known: request.deviceId !== undefined,
      other_cards: others,
      most: mostCards,
    });
    if (others >= mostCards) return this.#declined('TOO_MANY_TOKENS', 'TOKENS_OF_DEVICE');
    this.#saw('ATTEMPTS', { declines_24h: declines, most: mostDeclines });
    return declines >= mostDeclines ? this.#declined('TOO_MANY_ATTEMPTS', 'ATTEMPTS') : undefined;
  }

  #limitsOf(card: number, request: ModelTokenRequest, nowMs: number): ModelTokenLimit[] {
    const facts = this.#facts(card, request, nowMs);
    return this.#policy.limits.filter(
      (one) => (one.card ?? card) === card && (one.where === undefined || isMet(one.where, facts)),
    );
  }

  #refusalByLimit(card: number, covering: readonly ModelTokenLimit[], nowMs: number): ModelTokenDecision | undefined {
    if (!this.#policy.limits.some((one) => (one.card ?? card) === card)) return undefined;
    const { days } = this.#account;
    const evaluated = covering.map((limit) => {
      const { window, of, max } = limit;
      const before = this.#countedBy(limit, nowMs);
      const after = of === 'declines' ? before : before + 1;
      const end = typeof window === 'string' ? days.window(window, days.dayAt(nowMs)).endMs : undefined;
      const level = limit.card === undefined ? 'account' : 'card';
      const state = [limit.id, level, 'provisionings', of, max, before, after, end ?? ''].join(':');
      return { limit, state, isOver: of === 'declines' ? before >= max : after > max };
    });
    const over = evaluated.find(({ isOver }) => isOver)?.limit;
    this.#saw('LIMITS', { refusing: over?.id ?? null, states: evaluated.map(({ state }) => state).join(' ') });
    if (over === undefined) return undefined;
    return this.#declined(over.of === 'approvals' ? 'TOO_MANY_TOKENS' : 'TOO_MANY_ATTEMPTS', over.id);
  }

  #outcome(card: number, request: ModelTokenRequest, nowMs: number, partner?: ModelTokenPartner): ModelTokenDecision {
    const rule = this.#strictest(card, request, nowMs);
    if (rule?.effect === 'decline') return this.#declined('RULE', rule.name);
    const own = rule === undefined ? this.#byScores(request) : { outcome: OUTCOMES[rule.effect], rule: rule.name };
    const trace = this.#trace;
    if (partner === undefined) return { ...own, reason: undefined, trace };
    const { answer, untilMs = nowMs, standIn } = partner;
    const isAnswer = answer === 'APPROVE' || answer === 'REQUIRE_CODE' || answer === 'DECLINE';
    const counted = isAnswer && untilMs >= nowMs;
    const decision = counted ? (answer.toLowerCase() as 'approve' | 'require_code' | 'decline') : standIn;
    const outcome = OUTCOMES[decision];
    const by = counted ? 'PARTNER_DECISION' : 'PARTNER_STAND_IN';
    const why = untilMs < nowMs ? 'OUTDATED' : answer;
    this.#saw(by, counted ? { decision: answer } : { why, decision: standIn });
    if (outcome === 'DECLINED') return this.#declined('PARTNER', by);
    const isStricter = outcome === 'APPROVED_WITH_CODE' && own.outcome === 'APPROVED';
    return { ...(isStricter ? { outcome, rule: by } : own), reason: undefined, trace };
  }

  #byScores({ accountScore, deviceScore }: ModelTokenRequest) {
    const { lowScores, unknownScores } = this.#policy;
    const scores = [accountScore, deviceScore];
    const isLow = scores.some((score) => score === 1 || score === 2);
    const isUnknown = scores.some((score) => score === undefined);
    const needsCode = (isLow && lowScores !== 'APPROVED') || (isUnknown && unknownScores !== 'APPROVED');
    const outcome = needsCode ? ('APPROVED_WITH_CODE' as const) : ('APPROVED' as const);
    this.#saw('SCORES', { account_score: accountScore ?? null, device_score: deviceScore ?? null, outcome });
    return { outcome, rule: needsCode ? 'SCORES' : 'APPROVED' };
  }

  /** The first rule with the strictest effect. A rule that declines ends the evaluation. */
  #strictest(card: number, request: ModelTokenRequest, nowMs: number): ModelTokenRule | undefined {
    const { rules } = this.#policy;
    if (rules.length === 0) return undefined;
    const facts = this.#facts(card, request, nowMs);
    const [live, shadow] = [true, false].map((isLive) => rules.filter((rule) => rule.isLive === isLive)) as [
      ModelTokenRule[],
      ModelTokenRule[],
    ];
    const applies = ({ condition, fromMs = nowMs, untilMs = nowMs + 1 }: ModelTokenRule) =>
      fromMs <= nowMs && nowMs < untilMs && isMet(condition, facts);
    const met = live.filter(applies);
    const of = (effect: string) => met.find((one) => one.effect === effect);
    const rule = of('decline') ?? of('require_code') ?? of('approve');
    this.#saw('RULES', {
      edition: 1,
      evaluated: rule?.effect === 'decline' ? live.indexOf(rule) + 1 : live.length,
      rule: rule === undefined ? null : `${rule.name}:1`,
      outcome: rule === undefined ? null : OUTCOMES[rule.effect],
      shadow: shadow
        .filter(applies)
        .map(({ name, effect }) => `${name}:1:${effect}`)
        .join(' '),
    });
    return rule;
  }

  #facts(card: number, request: ModelTokenRequest, nowMs: number): Record<string, unknown> {
    const { bank, cardsSinceMs, own, days } = this.#account;
    const { tokens, tokensOfDevice, declines } = this.counts(card, request, nowMs);
    return {
      requestor: 'R-1',
      ...request,
      isForeignDevice: request.deviceCountry && request.deviceCountry !== bank.country,
      ...{ tokensOfCard: tokens, tokensOfDevice, provisioningDeclines24h: declines },
      localHour: Number(localTime(nowMs, bank.zone).slice(11, 13)),
      // The first day of the calendar is a Friday.
      localWeekday: ((days.dayAt(nowMs) + 4) % 7) + 1,
      cardAgeDays: Math.max(0, Math.floor((nowMs - cardsSinceMs) / DAY_MS)),
      product: own?.product ?? '',
      cardRole: card === 0 || own?.arePrimary ? 'P' : 'S',
    };
  }
}

/** Returns whether a condition is met. An absent value matches no comparison. */
function isMet(condition: Condition, facts: Record<string, unknown>): boolean {
  if ('all' in condition) return condition.all.every((part) => isMet(part, facts));
  if ('any' in condition) return condition.any.some((part) => isMet(part, facts));
  if ('not' in condition) return !isMet(condition.not, facts);
  return facts[condition.field] !== undefined && isConditionMet(condition, facts as never, {});
}

/** The restrictions that cover a token: one in a device pays contactless, all others pay online. */
function typesOf({ tokenType }: ModelTokenRequest): readonly RestrictionType[] {
  if (tokenType === undefined) return ['ANY'];
  return tokenType === 'DEVICE' ? ['NFC', 'ANY'] : ['ECOM', 'ANY'];
}
