import type { SequentialModel } from '../world/history/linearizability.ts';

/** How a card is used: docs/interface/decision.md#channels. */
type ModelChannel = 'ECOM' | 'CHIP';
export type AccountSwitch = 'master' | 'cardPresent' | 'cardNotPresent' | 'ecom' | 'purchase';
type ModelStatus = 'ON' | 'OFF' | 'ON_FOR_ONE';
export type ModelLimit = 'cardPresentTransactionLimit' | 'cardNotPresentTransactionLimit' | 'dailyLimit' | 'limit3';
type ModelRestrictionType = 'ECOM' | 'PURCHASE';

export const MODEL_SWITCHES: readonly AccountSwitch[] = ['master', 'cardPresent', 'cardNotPresent', 'ecom', 'purchase'];
export const MODEL_LIMITS: readonly ModelLimit[] = [
  'cardPresentTransactionLimit',
  'cardNotPresentTransactionLimit',
  'dailyLimit',
  'limit3',
];

/** A request to an account; amounts in minor units. */
export type AccountInput =
  | { kind: 'authorize'; reference: string; card: number; channel: ModelChannel; minor: number }
  | { kind: 'reverse'; reference: string; minor?: number }
  | { kind: 'complete'; reference: string; minor: number }
  | { kind: 'post'; code: 'CREDIT' | 'DEBIT'; minor: number }
  | { kind: 'set'; switches: Partial<Record<AccountSwitch, ModelStatus>>; limits: Partial<Record<ModelLimit, number>> }
  | { kind: 'restrict'; card: number; type: ModelRestrictionType; isAllowed: boolean }
  | { kind: 'status'; card: number; value: 'ACTIVE' | 'BLOCKED' }
  | { kind: 'balance' }
  | { kind: 'settings' }
  | { kind: 'limits' }
  | { kind: 'reservation'; reference: string };

interface Reservation {
  readonly state: 'DECLINED' | 'RESERVED' | 'REVERSED' | 'COMPLETED';
  readonly reserved: number;
  /** Whether the limit on online payments counted it. */
  readonly isOnline: boolean;
}

/** The custom limit of every account: on online payments, with a lifetime window. */
export const ONLINE_LIMIT = { id: 'ONLINE_SUM', maxMinor: 30_000 } as const;

export interface AccountState {
  readonly available: number;
  /** The sum of online payments, in minor units. */
  readonly online: number;
  /** The sum that every window counts, because a run stays within one day. */
  readonly spent: number;
  readonly switches: Readonly<Record<AccountSwitch, ModelStatus>>;
  readonly limits: Readonly<Partial<Record<ModelLimit, number>>>;
  readonly blocked: readonly boolean[];
  /** Each refused `card TYPE`. */
  readonly refused: readonly string[];
  readonly authorizations: ReadonlyMap<string, Reservation>;
}

interface Applied {
  readonly state: AccountState;
  readonly output: string;
}

/** An account as docs/interface/decision.md, reservations.md, card-settings.md and restrictions.md describe it. */
export function accountModel(openingMinor: number, cards: number): SequentialModel<AccountState, AccountInput> {
  const initial: AccountState = {
    available: openingMinor,
    online: 0,
    spent: 0,
    switches: { master: 'ON', cardPresent: 'ON', cardNotPresent: 'ON', ecom: 'ON', purchase: 'ON' },
    limits: {},
    blocked: Array.from({ length: cards }, () => false),
    refused: [],
    authorizations: new Map(),
  };
  return { initial, apply, keyOf };
}

function apply(state: AccountState, input: AccountInput): Applied {
  switch (input.kind) {
    case 'authorize':
      return authorized(state, input);
    case 'reverse':
      return reversed(state, input);
    case 'complete':
      return completed(state, input);
    case 'post':
      return posted(state, input);
    case 'set': {
      const limits = { ...state.limits, ...input.limits };
      const next = { ...state, switches: { ...state.switches, ...input.switches }, limits };
      return { state: next, output: shownSettings(next) };
    }
    case 'restrict': {
      const name = `${input.card} ${input.type}`;
      const others = state.refused.filter((one) => one !== name);
      return { state: { ...state, refused: input.isAllowed ? others : [...others, name].sort() }, output: '000' };
    }
    case 'status': {
      const blocked = state.blocked.map((was, at) => (at === input.card ? input.value === 'BLOCKED' : was));
      return { state: { ...state, blocked }, output: '000' };
    }
    case 'balance': {
      const reserved = [...state.authorizations.values()].reduce((sum, one) => sum + one.reserved, 0);
      const shown = [state.available, reserved, state.available + reserved].map(inMajor);
      return { state, output: shown.join(' ') };
    }
    case 'settings':
      return { state, output: shownSettings(state) };
    case 'limits':
      return { state, output: `${ONLINE_LIMIT.id} ${inMajor(state.online)}` };
    case 'reservation': {
      const found = state.authorizations.get(input.reference);
      return { state, output: found === undefined ? '404' : `200 ${found.state} ${inMajor(found.reserved)}` };
    }
  }
}

const COVERED_BY: Record<ModelChannel, readonly (readonly [AccountSwitch, string])[]> = {
  ECOM: [
    ['master', 'MASTER_OFF'],
    ['cardNotPresent', 'CNP_OFF'],
    ['ecom', 'ECOM_OFF'],
    ['purchase', 'PURCHASE_OFF'],
  ],
  CHIP: [
    ['master', 'MASTER_OFF'],
    ['cardPresent', 'CP_OFF'],
    ['purchase', 'PURCHASE_OFF'],
  ],
};

type Authorize = Extract<AccountInput, { kind: 'authorize' }>;

function refusal(state: AccountState, { card, channel, minor }: Authorize): string | undefined {
  if (state.blocked[card] === true) return '62 CARD_BLOCKED';
  if (channel === 'ECOM' && state.refused.includes(`${card} ECOM`)) return '62 RESTRICTED_ECOM';
  if (state.refused.includes(`${card} PURCHASE`)) return '62 RESTRICTED_PURCHASE';
  const off = COVERED_BY[channel].find(([name]) => state.switches[name] === 'OFF');
  if (off !== undefined) return `57 ${off[1]}`;
  const { cardPresentTransactionLimit, cardNotPresentTransactionLimit, dailyLimit, limit3 } = state.limits;
  const isOver = (amount: number, limit: number | undefined) => limit !== undefined && amount > limit;
  if (channel === 'CHIP' && isOver(minor, cardPresentTransactionLimit)) return '61 CP_TRANSACTION_LIMIT';
  if (channel === 'ECOM' && isOver(minor, cardNotPresentTransactionLimit)) return '61 CNP_TRANSACTION_LIMIT';
  if (isOver(state.spent + minor, dailyLimit)) return '61 DAILY_LIMIT';
  if (isOver(state.spent + minor, limit3)) return '61 LIMIT3';
  if (channel === 'ECOM' && state.online + minor > ONLINE_LIMIT.maxMinor) return `61 ${ONLINE_LIMIT.id}`;
  if (minor > state.available) return '51 INSUFFICIENT_FUNDS';
  return undefined;
}

function authorized(state: AccountState, input: Authorize): Applied {
  const refused = refusal(state, input);
  const { reference, minor, channel } = input;
  const isOnline = channel === 'ECOM';
  if (refused !== undefined) {
    return { state: withReservation(state, reference, { state: 'DECLINED', reserved: 0, isOnline }), output: refused };
  }
  const covering = COVERED_BY[channel].map(([name]) => name).filter((name) => state.switches[name] === 'ON_FOR_ONE');
  const switches = { ...state.switches, ...Object.fromEntries(covering.map((name) => [name, 'OFF'])) };
  const next = { ...spentMore(state, minor, isOnline), switches };
  return {
    state: withReservation(next, reference, { state: 'RESERVED', reserved: minor, isOnline }),
    output: '00 APPROVED',
  };
}

function spentMore(state: AccountState, minor: number, isOnline: boolean): AccountState {
  const { available, spent, online } = state;
  return { ...state, available: available - minor, spent: spent + minor, online: online + (isOnline ? minor : 0) };
}

function withReservation(state: AccountState, reference: string, reservation: Reservation): AccountState {
  return { ...state, authorizations: new Map(state.authorizations).set(reference, reservation) };
}

function reversed(state: AccountState, { reference, minor }: Extract<AccountInput, { kind: 'reverse' }>): Applied {
  const found = state.authorizations.get(reference);
  if (found === undefined) return { state, output: '404' };
  const back = minor ?? found.reserved;
  if (found.state !== 'RESERVED' || back > found.reserved) return { state, output: '409' };
  const reserved = found.reserved - back;
  const after = spentMore(state, -back, found.isOnline);
  const left = { ...found, state: reserved === 0 ? ('REVERSED' as const) : ('RESERVED' as const), reserved };
  const next = withReservation(after, reference, left);
  return { state: next, output: ended(next, reference, back) };
}

function completed(state: AccountState, { reference, minor }: Extract<AccountInput, { kind: 'complete' }>): Applied {
  const found = state.authorizations.get(reference);
  if (found === undefined) return { state, output: '404' };
  if (found.state !== 'RESERVED') return { state, output: '409' };
  const more = minor - found.reserved;
  const after = spentMore(state, more, found.isOnline);
  const next = withReservation(after, reference, { ...found, state: 'COMPLETED', reserved: 0 });
  return { state: next, output: ended(next, reference, minor) };
}

function ended(state: AccountState, reference: string, minor: number): string {
  const { state: now, reserved } = state.authorizations.get(reference)!;
  return ['200', now, ...[minor, reserved, state.available].map(inMajor)].join(' ');
}

function posted(state: AccountState, { code, minor }: Extract<AccountInput, { kind: 'post' }>): Applied {
  if (code === 'DEBIT' && minor > state.available) return { state, output: '420' };
  const available = state.available + (code === 'CREDIT' ? minor : -minor);
  return { state: { ...state, available }, output: `000 ${inMajor(available)}` };
}

function shownSettings({ switches, limits, spent }: AccountState): string {
  const shown = [
    ...MODEL_SWITCHES.map((name) => `${name}=${switches[name]}`),
    ...MODEL_LIMITS.map((name) => `${name}=${limits[name] === undefined ? '' : inMajor(limits[name])}`),
    `dailyCounter=${inMajor(spent)}`,
    `counter3=${inMajor(spent)}`,
  ];
  return shown.join(' ');
}

/** Formats minor units as the decimal text of a currency with two decimals. */
export function inMajor(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const keys = new WeakMap<AccountState, string>();

function keyOf(state: AccountState): string {
  const known = keys.get(state);
  if (known !== undefined) return known;
  const open = [...state.authorizations]
    .map(([reference, one]) => `${reference}:${one.state[0]}${one.reserved}`)
    .sort();
  const rest = [shownSettings(state), state.blocked.join(), state.refused.join(), open.join()];
  const key = [inMajor(state.available), inMajor(state.online), ...rest].join('|');
  keys.set(state, key);
  return key;
}
