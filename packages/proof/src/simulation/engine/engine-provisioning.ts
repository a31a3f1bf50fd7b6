import type { ProvisioningEffect } from '@cardwright/contract';
import type { AccountLimits, Limit } from '@cardwright/server/internal/issuing/limits/limit';
import type { RuleContent, RuleSet } from '@cardwright/server/internal/issuing/rules/bank-rules';
import type {
  ProvisioningFacts,
  ProvisioningMessage,
} from '@cardwright/server/internal/issuing/tokens/provisioning/provisioning-facts';
import {
  type ModelTokenPartner,
  type ModelTokenPolicy,
  type ModelTokenRequest,
  PARTNER_MS,
} from '../../world/model/model-provisioning.ts';
import type { Step } from '../../world/operation.ts';
import { describeVerdict } from '../say-step.ts';
import type { EngineAccount } from './engine-account.ts';
import type { Engine, EngineBank } from './engine-bank.ts';

type ProvisionStep = Extract<Step, { kind: 'provision' }>;
type Facts = Exclude<ProvisioningFacts, { readonly card: undefined }>;

const DAY_MS = 86_400_000;

/** The tokens of an account for the engine. Variables replace the tables that the server uses. */
export class EngineTokens {
  readonly #engine: Engine;
  readonly #at: EngineBank;
  readonly #account: EngineAccount;
  readonly #policy: ModelTokenPolicy;
  readonly #rules: RuleSet<ProvisioningEffect> | undefined;
  #tokens: { readonly card: number; readonly deviceId: string | undefined }[] = [];
  readonly #declines: { readonly card: number; readonly at: Date }[] = [];
  #usage: AccountLimits['usage'] = new Map();

  constructor(engine: Engine, at: EngineBank, account: EngineAccount, policy: ModelTokenPolicy) {
    this.#engine = engine;
    this.#at = at;
    this.#account = account;
    this.#policy = policy;
    this.#rules = this.#compiled();
  }

  decide({ card: at, request, partner }: ProvisionStep, now: Date): string {
    const facts = at === undefined ? ({ card: undefined } as const) : this.#factsOf(at, request, partner, now);
    const message = messageOf(request);
    // A decision that is stored and replayed has the same facts.
    const stored = this.#engine.writeFacts(facts);
    const read = stored === null ? facts : { ...facts, ...this.#engine.readFacts(stored) };
    const verdict = this.#engine.decideProvisioning(read as ProvisioningFacts, message, now);
    const labeled = { ...verdict, trace: this.#engine.labelTrace(verdict.trace, verdict.outcome) };
    if (at === undefined) return describeVerdict(labeled);
    const counted = { isApproved: verdict.outcome !== 'DECLINED', refusing: verdict.refusing };
    const count = this.#engine.countProvisioning(read as Facts, message, counted, now);
    this.#usage = count?.limits.usage ?? this.#usage;
    if (verdict.outcome !== 'DECLINED') this.#tokens.push({ card: at, deviceId: request.deviceId });
    else if (verdict.rule !== 'ATTEMPTS') this.#declines.push({ card: at, at: now });
    return describeVerdict(labeled);
  }

  endWithCard(card: number): void {
    this.#tokens = this.#tokens.filter((token) => token.card !== card);
  }

  #factsOf(
    at: number,
    { deviceId, phoneMatches }: ModelTokenRequest,
    partner: ModelTokenPartner | undefined,
    now: Date,
  ): Facts {
    const { status, expiry, restrictions, traits } = this.#account.card(at);
    const { rules: _, limits: __, ...settings } = this.#policy;
    const onDevice = this.#tokens.filter((token) => deviceId !== undefined && token.deviceId === deviceId);
    return {
      bank: this.#at.bank,
      settings,
      rules: this.#rules,
      limits: this.#limitsOf(at),
      partner:
        partner &&
        ({
          answer: partner.answer,
          reason: undefined,
          afterMs: PARTNER_MS,
          until: partner.untilMs === undefined ? undefined : new Date(partner.untilMs),
          standIn: partner.standIn,
        } as Facts['partner']),
      card: {
        status,
        expiry,
        restrictions,
        phoneMatches,
        createdAt: traits.createdAt,
        product: traits.product,
        role: traits.role,
        tokens: this.#tokens.filter(({ card }) => card === at).length,
        tokensOfDevice: deviceId === undefined ? undefined : onDevice.length,
        otherCardsOfDevice: new Set(onDevice.flatMap(({ card }) => (card === at ? [] : [card]))).size,
        declines24h: this.#declines.filter((one) => one.card === at && now.getTime() - one.at.getTime() < DAY_MS)
          .length,
      },
    };
  }

  #limitsOf(card: number): Facts['limits'] {
    const limits = this.#policy.limits.flatMap(({ card: of, window, max, ...limit }, at): Limit[] =>
      (of ?? card) === card
        ? [
            {
              ...limit,
              measure: 'provisionings',
              window: typeof window === 'string' ? ({ calendar: window } as Limit['window']) : window,
              max: BigInt(max),
              onlyMerchant: undefined,
              locksFirst: false,
              key: String(at + 1),
              cardId: of === undefined ? undefined : BigInt(of),
              since: new Date(0),
            },
          ]
        : [],
    );
    return limits.length === 0 ? undefined : { cardId: BigInt(card), account: { limits, usage: this.#usage } };
  }

  #compiled(): RuleSet<ProvisioningEffect> | undefined {
    const { rules } = this.#policy;
    if (rules.length === 0) return undefined;
    const ofKind = (isLive: boolean) =>
      rules
        .map(({ fromMs, untilMs, ...rule }, at) => ({
          ...{ ...rule, number: at + 1, version: 1 },
          ...{
            from: fromMs === undefined ? null : new Date(fromMs),
            until: untilMs === undefined ? null : new Date(untilMs),
          },
        }))
        .filter((rule) => rule.isLive === isLive)
        .map((rule) => this.#engine.toBankRule(rule as unknown as RuleContent, () => new Set()));
    const compiled: unknown = { edition: 1, live: ofKind(true), shadow: ofKind(false) };
    return compiled as RuleSet<ProvisioningEffect>;
  }
}

function messageOf(request: ModelTokenRequest): ProvisioningMessage {
  const { tokenType, deviceId, deviceType, deviceCountry, accountScore, deviceScore, panSource } = request;
  const message = {
    ...{ requestor_id: 'R-1', requestor_name: 'Example Pay', token_type: tokenType, pan_source: panSource },
    device: orAbsent({ id: deviceId, type: deviceType, country: deviceCountry }),
    scores: orAbsent({ account: accountScore, device: deviceScore }),
    wallet_account_age_days: request.walletAccountAgeDays,
  };
  return JSON.parse(JSON.stringify(message)) as ProvisioningMessage;
}

/** A member of a request without any value is absent. */
function orAbsent<T extends object>(member: T): T | undefined {
  return Object.values(member).every((value) => value === undefined) ? undefined : member;
}
