import { randomUUID } from 'node:crypto';
import type { LiveCardStatus } from '@cardwright/contract';
import type { TestServer } from '../../../../server/src/testing/test-server.ts';
import type { ModelAccount } from '../../world/model/model-account.ts';
import {
  type ModelToken,
  type ModelTokenLimit,
  ModelTokens,
  USUAL_POLICY,
} from '../../world/model/model-provisioning.ts';
import type { ModelTokenControls } from '../../world/model/model-token-controls.ts';
import type { MessagePlan } from './generate-actions.ts';
import type { TokenAction } from './generate-tokens.ts';
import type { Moment } from './resolve-plans.ts';
import { seasonBank } from './season-banks.ts';
import { usedOf } from './take-limit-step.ts';
import type { Tally } from './tally.ts';

/** The parts of a run that a step on tokens uses. */
interface TokenRun {
  readonly server: TestServer;
  readonly tally: Tally;
  readonly account: ModelAccount;
  readonly cards: readonly { readonly exid: string }[];
  readonly accountNumber: string;
  readonly tokens: RunTokens;
}

/** A request with the model's answer and the server's. */
interface TokenExchange {
  readonly step: string;
  readonly expected: string;
  readonly answered: string;
}

type Of<Kind extends TokenAction['kind']> = Extract<TokenAction, { kind: Kind }>;

/** The tokens of a sequence on the server and in the model. */
export class RunTokens {
  readonly model: ModelTokens;
  /** The reference of each token of the model. */
  readonly references: string[] = [];

  constructor(account: ModelAccount, limits: readonly ModelTokenLimit[]) {
    this.model = new ModelTokens(account, { ...USUAL_POLICY, limits });
  }

  followCard(card: number, status: LiveCardStatus): void {
    this.model.followCard(card, status);
  }

  /** Undefined if there is no token yet. */
  find(at: number): { readonly token: ModelToken; readonly reference: string } | undefined {
    const place = at % Math.max(1, this.references.length);
    const [token, reference] = [this.model.tokens[place], this.references[place]];
    return token === undefined || reference === undefined ? undefined : { token, reference };
  }
}

/** The rules that count earlier requests: fixed ones, and the limits of the account and of a card. */
const COUNTING_RULES: ReadonlySet<string> = new Set(['TOKENS_OF_CARD', 'ATTEMPTS', 'OWN_TOKENS', 'CARD_TOKENS']);

/** A payment that names a token, at one merchant online. */
export function planOfPayment({ shop, minor }: Of<'pay by token'>): MessagePlan {
  return {
    aim: undefined,
    entry: ['810', '59'],
    category: '5999',
    location: ['plain', 'AE'],
    otherCurrency: false,
    shop,
    amount: minor,
    partner: 'APPROVE',
    fault: 'none',
  };
}

export async function provision(run: TokenRun, moment: Moment, action: Of<'provision'>): Promise<TokenExchange> {
  const exchanges: TokenExchange[] = [];
  for (let time = 0; time < action.times; time++) exchanges.push(await requestToken(run, moment, action));
  const { length } = run.tokens.references;
  if (action.controls !== undefined && length > 0) {
    const { controls } = action;
    const controlled = await controlToken(run, moment, { kind: 'control token', at: length - 1, controls });
    if (controlled !== undefined) exchanges.push(controlled);
  }
  const all = (part: keyof TokenExchange) => exchanges.map((exchange) => exchange[part]).join('; ');
  return { step: all('step'), expected: all('expected'), answered: all('answered') };
}

async function requestToken(run: TokenRun, { nowMs }: Moment, action: Of<'provision'>): Promise<TokenExchange> {
  const { server, tokens, cards, tally } = run;
  const card = action.card % cards.length;
  const deviceId = action.request.deviceId && `${run.accountNumber}-${action.request.deviceId}`;
  const request = { ...action.request, deviceId };
  const { tokenType, deviceCountry, accountScore, deviceScore } = request;
  const payload = JSON.parse(
    JSON.stringify({
      provisioning_id: randomUUID(),
      card: cards[card]!.exid,
      ...{ requestor_id: 'R-1', requestor_name: 'Example Pay', token_type: tokenType },
      device: { id: deviceId, country: deviceCountry },
      scores: { account: accountScore, device: deviceScore },
    }),
  );
  const { json } = await server.request({
    method: 'POST',
    url: '/V2/tokens/provisioning',
    as: 'demo-network',
    payload,
  });
  const { outcome, reason, rule } = tokens.model.decide(card, request, nowMs);
  if (json.token_reference !== undefined) tokens.references.push(String(json.token_reference));
  tally.note(`token ${reason ?? outcome}`);
  if (COUNTING_RULES.has(rule)) tally.note(`token ${rule}`);
  return {
    step: `token for card ${card} ${JSON.stringify(request)}`,
    expected: `${outcome} ${reason}: ${tokens.model.used(nowMs).sort().join(', ')}`,
    answered: `${json.outcome} ${json.reason}: ${await usedOf(run, true)}`,
  };
}

export async function deleteToken(run: TokenRun, { at }: Of<'delete token'>): Promise<TokenExchange | undefined> {
  const found = run.tokens.find(at);
  if (found === undefined) return undefined;
  const { status } = await run.server.request({
    method: 'POST',
    url: `/V2/tokens/${found.reference}/delete`,
    as: seasonBank(run.account.bank).caller,
    payload: { requested_by: 'CARDHOLDER', reason_code: 'SEASON' },
  });
  found.token.state = 'DELETED';
  return { step: `delete token ${at}`, expected: '200', answered: String(status) };
}

export async function controlToken(
  run: TokenRun,
  { nowMs }: Moment,
  { at, controls: { maxMinor, validForMs, merchants } }: Of<'control token'>,
): Promise<TokenExchange | undefined> {
  const found = run.tokens.find(at);
  if (found === undefined) return undefined;
  const validUntilMs = validForMs === undefined ? undefined : nowMs + validForMs;
  const body = {
    ...(maxMinor !== undefined && { maxAmount: (maxMinor / 100).toFixed(2) }),
    ...(validUntilMs !== undefined && { validUntil: new Date(validUntilMs).toISOString() }),
    ...(merchants && { merchants: { [merchants.isAllowed ? 'allowed' : 'blocked']: merchants.values } }),
  };
  const { status } = await run.server.request({
    method: 'PUT',
    url: `/V2/tokens/${found.reference}/controls`,
    as: seasonBank(run.account.bank).caller,
    payload: body,
  });
  const isDeleted = found.token.state === 'DELETED';
  // The end of a token is in the future.
  const isDone = !isDeleted && (validUntilMs ?? nowMs + 1) > nowMs;
  if (isDone) {
    const controls: ModelTokenControls = {
      ...(validUntilMs !== undefined && { validUntilMs }),
      ...(maxMinor !== undefined && { maxMinor }),
      ...(merchants !== undefined && { merchants }),
    };
    found.token.controls = controls;
    run.tally.note('controls of a token');
  }
  return {
    step: `controls of token ${at}: ${JSON.stringify(body)}`,
    expected: isDeleted ? '409' : isDone ? '200' : '400',
    answered: String(status),
  };
}
