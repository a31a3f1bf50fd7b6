import { authorize } from '../../../../server/src/testing/cards/issued-cards.ts';
import type { ResponseMoment } from '../../../../server/src/testing/moments.ts';
import type { Answer, EnvelopeParts, TestServer } from '../../../../server/src/testing/test-server.ts';
import { wireMessage } from '../../world/client/wire-message.ts';
import type { ModelAccount } from '../../world/model/model-account.ts';
import type { ModelMessage } from '../../world/model/model-message.ts';
import { inheritedOf, settingsDifferences } from '../compare-settings.ts';
import type { Action } from './generate-actions.ts';
import { adviceOf, callsPartner, isOfPartner, partnerAnswer } from './partner-calls.ts';
import { type Moment, messageOf, patchOf, restrictionOf } from './resolve-plans.ts';
import { seasonBank } from './season-banks.ts';
import type { SeasonPartner } from './season-partner.ts';
import { endOwnLimit, setOwnLimit } from './take-limit-step.ts';
import { controlToken, deleteToken, planOfPayment, provision, type RunTokens } from './take-token-step.ts';
import type { Tally } from './tally.ts';

/** A running sequence: its account on the server and in the model. */
export interface SimulationRun {
  readonly server: TestServer;
  readonly tally: Tally;
  readonly account: ModelAccount;
  readonly cards: readonly { cardNumber: string; exid: string; expiry: string }[];
  readonly accountNumber: string;
  readonly actions: readonly Action[];
  /** Messages as sent, one for each authorization of the model. */
  readonly sent: Record<string, unknown>[];
  readonly story: string[];
  readonly moments: ResponseMoment[];
  /** The partner decision system of DEMO, if it has one. */
  readonly partner: SeasonPartner | undefined;
  readonly tokens: RunTokens;
}

/** A request with the model's answer and the server's. The two answers must be the same. */
export interface Exchange {
  readonly step: string;
  /**
   * With shared limits, the order of simultaneous decisions must be found first. The model then answers in that order.
   */
  readonly expected: string | (() => string);
  readonly answered: string;
  /** Counts the events, after the model has answered. */
  note?(): void;
}

/** After this time, a repeated message is a new one. */
const KNOWN_MS = 89 * 86_400_000;
const CALLER = 'reading-network';

const decimal = (minor: number) => (minor / 100).toFixed(2);
const done = (isDone: boolean) => (isDone ? 'done' : 'refused');
/** A malfunction does not count as a refusal. */
function outcomeOf({ exception: { error_code: code } }: EnvelopeParts): string {
  if (code === '000') return 'done';
  return ['103', '105', '106'].includes(code) ? 'refused' : `error ${code}`;
}

/** Takes a step of a sequence on the server and in the model; undefined if there is nothing to do. */
export async function takeStep(run: SimulationRun, moment: Moment): Promise<Exchange | undefined> {
  const action = run.actions[moment.step];
  switch (action?.kind) {
    case 'update':
      return await update(run, moment, action);
    case 'restrict':
      return await restrict(run, moment, action);
    case 'authorize':
      return await authorizeOnce(run, moment, action);
    case 'status':
      return await setStatus(run, action);
    case 'limit':
      return await setOwnLimit(run, moment, action);
    case 'end-limit':
      return await endOwnLimit(run, moment, action);
    case 'enquire':
      return await enquire(run, moment.nowMs);
    case 'provision':
      return await provision(run, moment, action);
    case 'delete token':
      return await deleteToken(run, action);
    case 'control token':
      return await controlToken(run, moment, action);
    case 'pay by token':
      return await payByToken(run, moment, action);
    case 'repeat':
    case 'reverse':
    case 'complete':
      return run.sent.length === 0 ? undefined : await follow(run, moment, action, action.at % run.sent.length);
    default:
      return undefined;
  }
}

const cardOf = ({ cards }: SimulationRun, card: number) => card % cards.length;
const asBank = ({ account }: SimulationRun) => ({ as: seasonBank(account.bank).caller });

async function update(
  run: SimulationRun,
  moment: Moment,
  action: Extract<Action, { kind: 'update' }>,
): Promise<Exchange> {
  const { account, cards, server, tally } = run;
  const patch = patchOf(moment, action);
  // Each of its cards identifies the account.
  const body = { accountNumber: cards[moment.step % cards.length]!.cardNumber, cardSettings: patch };
  const answer = await server.envelope('card-settings.update-settings', body, asBank(run));
  const isDone = account.update(patch, moment.nowMs);
  tally.note(isDone ? 'update' : 'update refused');
  const isOver = ([field, text]: [string, string]) => field.endsWith('OnUntil') && Date.parse(text) <= moment.nowMs;
  if (isDone && Object.entries(patch).some(isOver)) tally.note('repeated instant that is over');
  const differences =
    answer.exception.status === 'S' ? settingsDifferences(account, answer.body.cardSettings, moment.nowMs) : [];
  return {
    step: `update ${JSON.stringify(patch)}`,
    expected: done(isDone),
    answered: [outcomeOf(answer), ...differences].join(', '),
  };
}

async function restrict(
  run: SimulationRun,
  moment: Moment,
  action: Extract<Action, { kind: 'restrict' }>,
): Promise<Exchange> {
  const { account, cards, server, tally } = run;
  const card = cardOf(run, action.card);
  const restrictionRequest = restrictionOf(moment, action);
  const restriction = {
    restriction_type: restrictionRequest.type,
    ...(restrictionRequest.isAllowed !== undefined && { isAllowed: restrictionRequest.isAllowed }),
    ...(restrictionRequest.endDate !== undefined && { end_date: restrictionRequest.endDate }),
    ...(restrictionRequest.countries !== undefined && { allowed_values: restrictionRequest.countries }),
  };
  const body = { card_identifier_id: cards[card]!.exid, card_identifier_type: 'EXID', restriction };
  const answer = await server.envelope('restrictions.set-restriction', body, asBank(run));
  const isDone = account.card(card).restrict(restrictionRequest, moment.nowMs);
  tally.note(isDone ? 'restriction' : 'restriction refused');
  return {
    step: `restrict card ${card} ${JSON.stringify(restriction)}`,
    expected: done(isDone),
    answered: outcomeOf(answer),
  };
}

async function authorizeOnce(
  run: SimulationRun,
  moment: Moment,
  action: Extract<Action, { kind: 'authorize' }>,
  paying?: ReturnType<RunTokens['find']>,
): Promise<Exchange> {
  const { account, cards, server, tally } = run;
  const card = cardOf(run, action.card);
  const ofToken = paying && { token: paying.token.state, tokenControls: paying.token.controls };
  const planned = { ...messageOf(moment, card, action.message), ...ofToken } as ModelMessage;
  const message = wireMessage(cards[card]!, planned, paying && { Token_Reference: paying.reference });
  run.sent.push(message);
  const reference = String(message.Retrieval_Reference_Number);
  run.partner?.plan(reference, action.message.partner, moment.nowMs);
  const { json } = await authorize(server, message, CALLER);
  const answerOfPartner = await partnerAnswer(run, reference);
  tally.noteDecision(account, card, planned, moment.nowMs);
  const reason = String(json.Additional_Response_Data);
  return {
    step: `authorize card ${card}, ${described(planned)}`,
    expected: () => {
      const decision = account.authorize(card, planned, moment.nowMs, undefined, answerOfPartner);
      const wasCalled = isOfPartner(run) && callsPartner(account, decision, answerOfPartner);
      return `${decision.code} ${decision.reason}${wasCalled ? ' asked' : ''}`;
    },
    answered: `${json.Action_Code} ${reason}${answerOfPartner === undefined ? '' : ' asked'}`,
    note: () => {
      tally.note(reason);
      if (answerOfPartner === undefined) return;
      const advice = adviceOf(answerOfPartner, String(json.Action_Code), moment.nowMs);
      tally.note(`partner ${advice ?? answerOfPartner.answer}`);
      if (advice !== undefined) {
        run.partner?.expect(run.accountNumber, `${advice} ${reference} ${json.Action_Code} ${reason}`);
      }
    },
  };
}

async function payByToken(
  run: SimulationRun,
  moment: Moment,
  action: Extract<Action, { kind: 'pay by token' }>,
): Promise<Exchange | undefined> {
  const paying = run.tokens.find(action.at);
  if (paying === undefined) return undefined;
  const { card } = paying.token;
  const exchange = await authorizeOnce(
    run,
    moment,
    { kind: 'authorize', card, message: planOfPayment(action) },
    paying,
  );
  return { ...exchange, step: `by token ${action.at}, ${exchange.step}` };
}

function described(message: ModelMessage): string {
  const { entryMode, condition, category, location, currency } = message.use;
  const { expiry, sequence, minor, billingCurrency, acquirerMinor, merchantId } = message;
  return [
    `${message.reading.entry} (mode ${JSON.stringify(entryMode)}, condition ${condition})`,
    `category ${category}`,
    `at "${location}"`,
    `${decimal(acquirerMinor)} of ${currency} billed as ${decimal(minor)} of ${billingCurrency}`,
    `expiry ${expiry}, sequence ${sequence}, of ${merchantId}`,
  ].join(', ');
}

async function setStatus(run: SimulationRun, action: Extract<Action, { kind: 'status' }>): Promise<Exchange> {
  const card = cardOf(run, action.card);
  const { exid } = run.cards[card]!;
  const status = { type: 'card_status', value: action.status };
  const body = { card_identifier_id: exid, card_identifier_type: 'EXID', status };
  const answer = await run.server.envelope('cards.change-status', body, asBank(run));
  run.account.card(card).become(action.status);
  run.tokens.followCard(card, action.status);
  return {
    step: `card ${card} becomes ${action.status}`,
    expected: 'done',
    answered: outcomeOf(answer),
  };
}

/** Requests the current settings with their counters, and compares them with the model. */
export async function enquire(run: SimulationRun, nowMs: number): Promise<Exchange> {
  const body = { accountNumber: run.cards[0]!.cardNumber };
  const answer = await run.server.envelope('card-settings.get-settings', body, asBank(run));
  const differences = settingsDifferences(run.account, answer.body.cardSettings ?? {}, nowMs);
  const inherited = inheritedOf(run.account, run.account.program(nowMs)).sort().join(' ');
  const inheritedFields = [...((answer.body.inherited?.fields as string[] | undefined) ?? [])].sort().join(' ');
  if (inheritedFields !== inherited) differences.push(`inherited ${inheritedFields}, not ${inherited}`);
  return { step: 'enquire settings', expected: 'the same', answered: differences.join(', ') || 'the same' };
}

/** Follow-ups of an authorization: the same message again, a reversal, a completion. */
async function follow(
  run: SimulationRun,
  moment: Moment,
  action: Extract<Action, { kind: 'repeat' | 'reverse' | 'complete' }>,
  at: number,
): Promise<Exchange | undefined> {
  const { account, server, tally } = run;
  const authorization = account.authorizations[at]!;
  if (action.kind === 'repeat') return await repeat(run, moment, at, action.isOther);
  const minor = Math.floor((authorization.message.minor * action.percent) / 100);
  const isWhole = action.kind === 'reverse' && action.percent === 100;
  // A reversal of 0 is not sent.
  if (action.kind === 'reverse' && minor === 0) return undefined;
  const answer = await server.request({
    method: 'POST',
    url: `/V2/authorizations/${run.sent[at]!.Retrieval_Reference_Number}/${action.kind === 'reverse' ? 'reversal' : 'completion'}`,
    as: CALLER,
    headers: { 'idempotency-key': `step ${moment.step} of ${run.sent[at]!.Retrieval_Reference_Number}` },
    payload: isWhole ? {} : { amount: decimal(minor) },
  });
  const { kind } = action;
  const wasCounted = account.counters(moment.nowMs);
  return {
    step: `${kind} authorization ${at + 1}, ${isWhole ? 'whole' : decimal(minor)}`,
    expected: () => {
      const isDone =
        kind === 'reverse'
          ? account.reverse(authorization, isWhole ? undefined : minor)
          : account.complete(authorization, minor);
      return isDone ? `done, ${decimal(account.availableMinor)} available` : 'refused';
    },
    answered: endOutcome(answer),
    note: () => {
      if (answer.status === 200) tally.recordEnding(kind, wasCounted, account.counters(moment.nowMs));
    },
  };
}

function endOutcome({ status, json }: Answer): string {
  if (status === 200) return `done, ${json.available_amount} available`;
  return json.error_code === '420' ? 'refused' : `error ${json.error_code}`;
}

async function repeat(run: SimulationRun, moment: Moment, at: number, isOther: boolean): Promise<Exchange | undefined> {
  const { account, server, tally } = run;
  const authorization = account.authorizations[at]!;
  if (moment.nowMs - authorization.atMs > KNOWN_MS) return undefined;
  const minor = authorization.message.minor + (isOther ? 1 : 0);
  const billed = { Transaction_Amount_Cardholder_Billing: String(minor).padStart(12, '0') };
  const { json } = await authorize(server, { ...run.sent[at]!, ...billed }, CALLER);
  const { code, reason } = account.repeat(authorization, minor);
  tally.note(isOther ? reason : 'repeated message');
  return {
    step: `authorization ${at + 1} again${isOther ? ', with another amount' : ''}`,
    expected: `${code} ${reason}`,
    answered: `${json.Action_Code} ${json.Additional_Response_Data}`,
  };
}
