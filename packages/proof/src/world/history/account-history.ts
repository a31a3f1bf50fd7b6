import type { LimitField, RestrictionType, Switch } from '@cardwright/contract';
import { copyOf } from '../model/copy-account.ts';
import { ModelAccount } from '../model/model-account.ts';
import { DEMO, writtenAmount } from '../model/model-banks.ts';
import type { ModelOwnLimit } from '../model/model-limits.ts';
import { type ModelMessage, readingOf } from '../model/model-message.ts';
import { ModelOwn } from '../model/model-own.ts';
import { restrictionInForce } from '../model/model-rules.ts';
import { type Patch, switchState } from '../model/model-settings.ts';
import type { SequentialModel } from './linearizability.ts';

/** The switches and limits that callers of a history set. */
export const HISTORY_SWITCHES = ['master', 'cardPresent', 'cardNotPresent', 'ecom', 'purchase'] as const;
export const HISTORY_LIMITS = [
  'cardPresentTransactionLimit',
  'cardNotPresentTransactionLimit',
  'dailyLimit',
  'limit3',
] as const satisfies readonly LimitField[];

/** How a card is used: docs/interface/decision.md#channels. */
const CHANNELS = {
  ECOM: { entryMode: '810', condition: '59' },
  CHIP: { entryMode: '051', condition: '00' },
} as const;

type Status = 'ON' | 'OFF' | 'ON_FOR_ONE';

/** A request to an account; amounts in minor units. */
export type AccountInput =
  | { kind: 'authorize'; reference: string; card: number; channel: keyof typeof CHANNELS; minor: number; shop?: string }
  | { kind: 'reverse'; reference: string; minor?: number }
  | { kind: 'complete'; reference: string; minor: number }
  | { kind: 'post'; code: 'CREDIT' | 'DEBIT'; minor: number }
  | {
      kind: 'set';
      switches: Partial<Record<(typeof HISTORY_SWITCHES)[number], Status>>;
      limits: Partial<Record<(typeof HISTORY_LIMITS)[number], number>>;
    }
  | { kind: 'restrict'; card: number; type: RestrictionType; isAllowed: boolean }
  | { kind: 'status'; card: number; value: 'ACTIVE' | 'BLOCKED' }
  | { kind: 'balance' }
  | { kind: 'settings' }
  | { kind: 'limits' }
  | { kind: 'reservation'; reference: string };

/** A request to accounts that share a limit, or another maximum of that limit, which their bank sets. */
export type PotInput = AccountInput | { kind: 'max'; maxMinor: number };

/** The custom limit of every account: on online payments, with a lifetime window. */
export const ONLINE_LIMIT = { id: 'ONLINE_SUM', maxMinor: 30_000 } as const;
/** The limit that the accounts of a bank share. */
export const POT_LIMIT = 'CHAOS_POT';

/** Every operation takes effect at this instant. A run stays within one day, so all windows count the same. */
const NOW_MS = Date.UTC(2027, 5, 2, 8);
const EXPIRY = '3012';
const SHOP = 'SHOP00000000001';
const PLENTY = 1_000_000_000_000;
const PLACE = { category: '5411', location: 'TEST SHOP              DUBAI          AE', currency: DEMO.currencyNumber };
const USES = {
  ECOM: { ...PLACE, ...CHANNELS.ECOM },
  CHIP: { ...PLACE, ...CHANNELS.CHIP },
};
const READINGS = { ECOM: readingOf(DEMO, USES.ECOM), CHIP: readingOf(DEMO, USES.CHIP) };

export interface AccountState {
  readonly account: ModelAccount;
  /** The reference of each authorization. */
  readonly references: readonly string[];
  /**
   * The references that were reversed before their authorization: docs/interface/reservations.md#before-the-original.
   */
  readonly early: readonly string[];
}

type Model = SequentialModel<AccountState, PotInput>;

const limitOn = (id: string, max: number, field: 'channel' | 'merchantId', value: string): ModelOwnLimit => ({
  ...{ id, card: undefined, measure: 'amount', of: 'approvals', window: 'LIFETIME', max },
  where: { field, op: 'eq', value },
});

/** The model of an account of DEMO for a history of concurrent requests. Its states are immutable. */
export function accountHistory(openingMinor: number, cards: number): Model {
  const account = new ModelAccount(DEMO, openingMinor, Array<string>(cards).fill(EXPIRY));
  account.limits.set(limitOn(ONLINE_LIMIT.id, ONLINE_LIMIT.maxMinor, 'channel', 'ECOM'));
  return { initial: { account, references: [], early: [] }, apply, keyOf };
}

/**
 * A limit of a bank on the sum that all its accounts pay at one merchant (docs/interface/programs.md#limits). It makes
 * no difference which account pays, and none lacks funds, so one account of the model pays for all of them.
 */
export function potHistory(shop: string, maxMinor: number): Model {
  const own = new ModelOwn('DEBIT-CLASSIC', true);
  setPot(own, limitOn(POT_LIMIT, maxMinor, 'merchantId', shop));
  const account = new ModelAccount(DEMO, PLENTY, [EXPIRY], { own });
  return {
    initial: { account, references: [], early: [] },
    apply(state, input) {
      const { output, state: after } = apply(state, input);
      // The funds belong to an account that the history does not name.
      return { state: after, output: withoutFunds(output) };
    },
    keyOf,
  };
}

/** Shortens an answer to the code and the state or reason. */
export function withoutFunds(output: string): string {
  return output.split(' ', 2).join(' ');
}

function setPot(own: ModelOwn | undefined, limit: ModelOwnLimit | undefined, max = limit?.max ?? 0): void {
  if (limit === undefined) return;
  const limits = [{ ...limit, max, level: 'bank' as const }];
  own?.setProgram({ fromMs: undefined, defaults: {}, ceilings: {}, limits }, NOW_MS);
}

const READS = ['balance', 'settings', 'limits', 'reservation'];

function apply(state: AccountState, input: PotInput): { readonly state: AccountState; readonly output: string } {
  if (READS.includes(input.kind)) return { state, output: outputOf(state, input) };
  const { references, early } = state;
  const isEarly = input.kind === 'reverse' && ![...references, ...early].includes(input.reference);
  const after: AccountState = {
    account: copyOf(state.account),
    references: input.kind === 'authorize' ? [...references, input.reference] : references,
    early: isEarly ? [...early, input.reference] : early,
  };
  return { output: outputOf(after, input), state: after };
}

/** Formats minor units as an amount of the bank's currency. */
export const major = (minor: number) => writtenAmount(minor, DEMO.exponent);

/** Applies the input to the account, and returns the answer. */
function outputOf(state: AccountState, input: PotInput): string {
  const { account, references, early } = state;
  switch (input.kind) {
    case 'authorize': {
      const obstacle = early.includes(input.reference) ? 'REVERSED_BEFORE' : undefined;
      const { code, reason } = account.authorize(input.card, messageOf(input), NOW_MS, obstacle);
      return `${code} ${reason}`;
    }
    case 'reverse':
    case 'complete':
      return ended(state, input);
    case 'post':
      if (input.code === 'DEBIT' && input.minor > account.availableMinor) return '420';
      account.availableMinor += input.code === 'CREDIT' ? input.minor : -input.minor;
      return `000 ${major(account.availableMinor)}`;
    case 'set':
      account.update(patchOf(input), NOW_MS);
      return settingsOf(account);
    case 'restrict':
      return account.card(input.card).restrict(input, NOW_MS) ? '000' : 'refused';
    case 'status':
      return account.card(input.card).become(input.value) ? '000' : 'refused';
    case 'max':
      setPot(account.own, account.program(NOW_MS)?.limits[0]?.limit, input.maxMinor);
      return '200';
    case 'balance': {
      const { availableMinor, reservedMinor } = account;
      return [availableMinor, reservedMinor, availableMinor + reservedMinor].map(major).join(' ');
    }
    case 'settings':
      return settingsOf(account);
    case 'limits':
      return `${ONLINE_LIMIT.id} ${major(account.limits.mostUsed(ONLINE_LIMIT.id, 0, true, NOW_MS))}`;
    case 'reservation': {
      const authorization = account.authorizations[references.indexOf(input.reference)];
      return authorization === undefined ? '404' : `200 ${authorization.state} ${major(authorization.reservedMinor)}`;
    }
  }
}

/** The message of an input. */
export function messageOf({ channel, minor, shop = SHOP }: Extract<AccountInput, { kind: 'authorize' }>): ModelMessage {
  return {
    use: USES[channel],
    reading: READINGS[channel],
    billingCurrency: DEMO.currencyNumber,
    ...{ acquirerMinor: minor, minor, expiry: EXPIRY, sequence: '001' },
    ...{ merchantId: shop, terminalId: 'WEB00001', acquirer: '123456' },
  };
}

/** The update of an input. */
export function patchOf({ switches, limits }: Extract<AccountInput, { kind: 'set' }>): Patch {
  return Object.fromEntries([
    ...Object.entries(switches).map(([name, status]) => [`${name}Status`, status]),
    ...Object.entries(limits).map(([name, minor]) => [name, major(minor)]),
  ]);
}

function ended(
  { account, references, early }: AccountState,
  input: Extract<AccountInput, { kind: 'reverse' | 'complete' }>,
): string {
  if (input.kind === 'reverse' && early.includes(input.reference)) return '200 AWAITING_ORIGINAL';
  const authorization = account.authorizations[references.indexOf(input.reference)];
  if (authorization === undefined) return '404';
  const minor = input.minor ?? authorization.reservedMinor;
  const isDone =
    input.kind === 'reverse' ? account.reverse(authorization, minor) : account.complete(authorization, minor);
  if (!isDone) return '409';
  return ['200', authorization.state, ...[minor, authorization.reservedMinor, account.availableMinor].map(major)].join(
    ' ',
  );
}

function settingsOf(account: ModelAccount): string {
  const { switches, limits } = account.settings;
  const counters = account.counted(NOW_MS);
  return [
    ...HISTORY_SWITCHES.map((name: Switch) => `${name}=${switchState(switches[name], NOW_MS).status ?? 'ON'}`),
    ...HISTORY_LIMITS.map((name) => `${name}=${limits[name] === undefined ? '' : major(limits[name])}`),
    `dailyCounter=${major(counters[0] ?? 0)}`,
    `counter3=${major(counters[4] ?? 0)}`,
  ].join(' ');
}

const keys = new WeakMap<AccountState, string>();

function keyOf(state: AccountState): string {
  const cachedKey = keys.get(state);
  if (cachedKey !== undefined) return cachedKey;
  const { account, references, early } = state;
  const cards = account.cards.map(({ status, restrictions }) => {
    const types = [...new Set(restrictions.map(({ type }) => type))].sort();
    return [status, ...types.filter((type) => restrictionInForce(restrictions, type, NOW_MS)?.isAllowed === false)];
  });
  const messages = account.authorizations
    .map((one, at) => `${references[at]}:${one.state} ${one.reservedMinor}`)
    .sort();
  const shared = account.program(NOW_MS)?.limits.map(({ limit }) => limit.max) ?? [];
  const usageOfLimits = [...account.limits.used(NOW_MS), ...account.limits.usedTogether(NOW_MS)];
  const money = [account.availableMinor, ...usageOfLimits, ...shared];
  const key = [settingsOf(account), cards.join(), messages.join(), money.join(), [...early].sort().join()].join('|');
  keys.set(state, key);
  return key;
}
